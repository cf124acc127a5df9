import type { Role } from '@omicon/domain/permissions/permissions.ts';
import { sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import type { Claims, ProviderKind } from '../../base/sign-in/identity-providers.ts';
import type { Arriving } from '../../base/sign-in/sign-in.ts';
import { deleteSessions, lockAddress } from '../../records/person/people.ts';

export interface Known extends Arriving {
  removed_at: Date | null;
  verified_at: Date | null;
}

type Identity = Pick<Claims, 'issuer' | 'subject'>;

const PERSON = sql`p.id, p.username, p.first_name, p.last_name, p.role, p.expires_at, p.removed_at, p.verified_at`;

/** Locks an identity and an address until the transaction ends, also against sign-ups with the address. */
export async function lockArrival(tx: Tx, { issuer, subject, email }: Claims): Promise<void> {
  await lockInTransaction(tx, `identity ${issuer} ${subject}`);
  if (email !== null) await lockAddress(tx, email);
}

/**
 * The person of an identity, removed or not; locked until the transaction ends. Tables `person_identity`, `person`,
 * primary keys.
 */
export async function findKnown(tx: Tx, { issuer, subject }: Identity): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select ${PERSON} from person_identity i join person p on p.id = i.person_id
     where i.issuer = ${issuer} and i.subject = ${subject} for update of p`.execute(tx);
  return rows[0];
}

/** The active person with an address, ignoring case. Table `person`, unique index person_email. */
export async function findPersonByEmail(tx: Tx, email: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select ${PERSON} from person p where lower(p.email) = lower(${email}) and p.removed_at is null for update`.execute(
    tx,
  );
  return rows[0];
}

/** An active person by id. Table `person`, primary key. */
export async function findLiving(tx: Tx, id: number): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select ${PERSON} from person p where p.id = ${id} and p.removed_at is null for update`.execute(tx);
  return rows[0];
}

/** When a person with this verified address was last removed. Reads table `person`, a few thousand rows. */
export async function findRemovalByEmail(tx: Tx, email: string): Promise<Date | null> {
  const { rows } = await sql<{ removed_at: Date | null }>`
    select max(removed_at) as removed_at from person
     where lower(email) = lower(${email}) and verified_at is not null`.execute(tx);
  return rows[0]?.removed_at ?? null;
}

export interface WhitelistEntry {
  id: number;
  created_at: Date;
  /** when it first admitted somebody */
  used_at: Date | null;
}

/** The entry of an address; locked until the transaction ends. Unique index whitelist_entry_email. */
export async function holdWhitelistEntry(tx: Tx, email: string): Promise<WhitelistEntry | undefined> {
  const { rows } = await sql<WhitelistEntry>`
    select w.id, w.created_at, w.used_at from whitelist_entry w where lower(w.email) = lower(${email}) for update`.execute(
    tx,
  );
  return rows[0];
}

/** Writes `whitelist_entry`, primary key. */
export async function markEntryUsed(tx: Tx, id: number): Promise<void> {
  await sql`update whitelist_entry set used_at = coalesce(used_at, now()) where id = ${id}`.execute(tx);
}

/**
 * Whether a person already has another identity at this provider. Table `person_identity`, index
 * person_identity_person.
 */
export async function hasOtherIdentity(
  tx: Tx,
  person_id: number,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const { rows } = await sql`
    select subject from person_identity
     where person_id = ${person_id} and issuer = ${issuer} and subject <> ${subject}`.execute(tx);
  return rows.length > 0;
}

/** Links the identity to this person. Writes `person_identity`, primary key. */
export async function linkIdentity(
  tx: Tx,
  identity: Identity & { door: ProviderKind; person_id: number },
): Promise<void> {
  const { door, issuer, subject, person_id } = identity;
  await sql`
    insert into person_identity (door, issuer, subject, person_id) values (${door}, ${issuer}, ${subject}, ${person_id})
    on conflict (issuer, subject) do update set person_id = excluded.person_id, last_used_at = now()`.execute(
    tx,
  );
}

/** Deletes a person's earlier identity at a provider. Writes `person_identity`, index person_identity_person. */
export async function deleteIdentities(tx: Tx, person_id: number, issuer: string): Promise<void> {
  await tx
    .deleteFrom('person_identity')
    .where('person_id', '=', person_id)
    .where('issuer', '=', issuer)
    .execute();
}

export interface NewPerson {
  username: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  orcid_id: string | null;
  role: Role;
}

/**
 * Inserts a person verified by a provider, without a password; undefined if the user name is taken. Writes `person`.
 */
export async function createPerson(tx: Tx, person: NewPerson): Promise<Arriving | undefined> {
  const { rows } = await sql<Arriving>`
    insert into person (username, first_name, last_name, email, orcid_id, role, verified_at)
    values (${person.username}, ${person.first_name}, ${person.last_name}, ${person.email}, ${person.orcid_id},
            ${person.role}, now())
    on conflict (lower(username)) do nothing
    returning id, username, first_name, last_name, role, expires_at`.execute(tx);
  return rows[0];
}

/**
 * Transfers an unverified account to the owner of its address: removes the stranger's password, sessions, tokens and
 * identities. Writes `person`, `session`, `api_token`, `one_time_code`, `known_browser`, `person_identity`.
 */
export async function takeOver(
  tx: Tx,
  id: number,
  person: Pick<NewPerson, 'username' | 'first_name' | 'last_name' | 'role'>,
): Promise<void> {
  await sql`
    update person
       set password_hash = null, username = ${person.username}, first_name = ${person.first_name},
           last_name = ${person.last_name}, role = ${person.role}, institution = null, orcid_id = null,
           phone_number = null, tos_accepted_at = null, tos_accepted_version = null, verified_at = now()
     where id = ${id}`.execute(tx);
  await deleteSessions(tx, id);
  await tx.deleteFrom('api_token').where('person_id', '=', id).execute();
  await tx.deleteFrom('one_time_code').where('person_id', '=', id).execute();
  await tx.deleteFrom('known_browser').where('person_id', '=', id).execute();
  await tx.deleteFrom('person_identity').where('person_id', '=', id).execute();
}

/** Writes `person`, primary key. */
export async function setOrcid(tx: Tx, id: number, orcid_id: string): Promise<void> {
  await tx.updateTable('person').set({ orcid_id }).where('id', '=', id).execute();
}
