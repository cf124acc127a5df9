/** Retries are harmless: a write with an `Idempotency-Key` happens once, and its reply is kept a day. */
import { createHash } from 'node:crypto';
import { sql, type Tx } from '../postgres/database.ts';
import { PortalError } from './errors.ts';

export interface KeptReply {
  status: number;
  reply: unknown;
}

export function hashRequest(method: string, url: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest();
}

/**
 * Claims the key for this transaction, or gives the reply of the request that had it before. A request running at
 * the same time holds the key's row, so this one waits for it: exactly one of both acts.
 * @throws PortalError 409 when the key was used for another request
 */
export async function claimIdempotencyKey(
  tx: Tx,
  claim: { person_id: number; key: string; requestHash: Buffer },
): Promise<KeptReply | null> {
  const { rows: claimed } = await sql`
    insert into idempotency_key (person_id, key, request_hash, status)
    values (${claim.person_id}, ${claim.key}, ${claim.requestHash}, 0)
    on conflict do nothing returning key`.execute(tx);
  if (claimed.length > 0) return null;
  const kept = await tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'reply'])
    .where('person_id', '=', claim.person_id)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (!kept?.request_hash.equals(claim.requestHash)) {
    throw new PortalError('idempotency_conflict', 'This idempotency key was used for another request.');
  }
  return { status: kept.status, reply: kept.reply };
}

export async function keepReply(tx: Tx, kept: { person_id: number; key: string } & KeptReply): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ status: kept.status, reply: JSON.stringify(kept.reply) })
    .where('person_id', '=', kept.person_id)
    .where('key', '=', kept.key)
    .execute();
}
