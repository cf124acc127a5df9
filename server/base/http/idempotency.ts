/** Idempotent retries: a write with an `Idempotency-Key` happens once, and its reply is stored for a day. */
import { createHash } from 'node:crypto';
import { PortalError } from '../errors.ts';
import { sql, type Tx } from '../postgres/database.ts';

export interface KeptReply {
  status: number;
  reply: unknown;
}

/** SHA-256 of a request, to recognise its repetition under the same idempotency key. */
export function hashRequest(method: string, url: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest();
}

/**
 * Claims the key for this transaction, or returns the stored reply of an earlier request. A concurrent request with the
 * same key waits for the row lock, so exactly one of them acts.
 * @throws PortalError 409 if the key was used for another request
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
  const stored = await tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'reply'])
    .where('person_id', '=', claim.person_id)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (!stored?.request_hash.equals(claim.requestHash)) {
    throw new PortalError('idempotency_conflict', 'This idempotency key was used for another request.');
  }
  return { status: stored.status, reply: stored.reply };
}

/**
 * Stores the reply to a request with an idempotency key, in the transaction of its work. Primary key of
 * idempotency_key.
 */
export async function keepReply(
  tx: Tx,
  stored: { person_id: number; key: string } & KeptReply,
): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ status: stored.status, reply: JSON.stringify(stored.reply) })
    .where('person_id', '=', stored.person_id)
    .where('key', '=', stored.key)
    .execute();
}
