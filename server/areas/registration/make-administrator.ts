/**
 * Creates the first administrator of an installation, or a new one if none can sign in. For the operator's terminal
 * only.
 */

import { NOBODY } from '@omicon/domain/permissions/permissions.ts';
import { personTopic } from '../../base/connections/sockets.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Services } from '../../base/services.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import { hashToken, newToken } from '../../base/sign-in/sessions.ts';
import { lockAddress } from '../../records/person/people.ts';
import * as statements from './sql.ts';

export const LINK_MINUTES = 60;

/** A refusal whose sentence tells the operator what to do first. */
export class AdministratorRefused extends Error {}

interface Wanted {
  email: string;
  /** for a new account; by default the address */
  username?: string | undefined;
}

async function findOrCreate(
  tx: Tx,
  { email, username = email }: Wanted,
): Promise<{ id: number; isNew: boolean }> {
  const known = await statements.findPersonByEmail(tx, email);
  if (known) return { id: known.id, isNew: false };
  const id = await statements.createAdministrator(tx, { email, username });
  if (id === undefined)
    throw new AdministratorRefused(`Somebody else has the user name ${username}. Please give another one.`);
  return { id, isNew: true };
}

/**
 * Makes the person with this address an administrator, creating the account if needed, and returns a one-time link to
 * choose a password, valid for an hour. Older links of the person become invalid.
 * @throws AdministratorRefused if the user name is taken
 */
export async function makeAdministrator(
  { db, config }: Services,
  wanted: Wanted,
): Promise<{ isNew: boolean; link: string }> {
  return db.transaction().execute(async (tx) => {
    await lockAddress(tx, wanted.email);
    const { id, isNew } = await findOrCreate(tx, wanted);
    await statements.promoteToAdministrator(tx, id);
    const token = newToken();
    const code = { kind: 'reset-password', person_id: id, minutes: LINK_MINUTES } as const;
    await statements.createCode(tx, { ...code, secret_hash: hashToken(token) });
    await recordAuditEvent(tx, NOBODY, {
      action: 'make administrator',
      result: 'done',
      object_type: 'person',
      object_number: id,
      detail: { is_new: isNew, by: 'terminal' },
    });
    await notifyTopic(tx, personTopic(id));
    return { isNew, link: `${config.publicUrl.replace(/\/$/, '')}/reset-password?token=${token}` };
  });
}
