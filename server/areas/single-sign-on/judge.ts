/** Decides who may sign in through which provider. Only reads; `admit.ts` writes. */
import type { Tx } from '../../base/postgres/database.ts';
import type { Claims, ProviderKind } from '../../base/sign-in/identity-providers.ts';
import {
  findKnown,
  findPersonByEmail,
  findRemovalByEmail,
  hasOtherIdentity,
  holdWhitelistEntry,
  type Known,
  lockArrival,
  type NewPerson,
  type WhitelistEntry,
} from './sql-people.ts';

export type Refusal =
  | 'not on the whitelist'
  | 'removed'
  | 'address belongs to another identity'
  | 'sign-up is off';

/** How to admit an accepted person. */
export type Judgement =
  | { kind: 'known'; person: Known; entry: WhitelistEntry | null }
  /** a person with this verified address has signed in another way before */
  | { kind: 'link'; person: Known; entry: WhitelistEntry }
  /** an account with this address that was never verified */
  | { kind: 'take over'; person: Known; entry: WhitelistEntry }
  | { kind: 'create'; role: NewPerson['role']; entry: WhitelistEntry | null }
  | { kind: 'refused'; reason: Refusal };

/**
 * A whitelist entry older than the removal of its person does not admit them; an administrator has to add a new one.
 */
function countsAfter(entry: WhitelistEntry, removals: (Date | null)[]): boolean {
  return removals.every((removed_at) => removed_at === null || removed_at < entry.created_at);
}

/** Members: on the whitelist with an address verified by the institution, or already a member. */
async function judgeMember(tx: Tx, claims: Claims): Promise<Judgement> {
  const known = await findKnown(tx, claims);
  const { email } = claims;
  const found = email === null ? undefined : await holdWhitelistEntry(tx, email);
  const removals = [known?.removed_at ?? null, email === null ? null : await findRemovalByEmail(tx, email)];
  const entry = found && countsAfter(found, removals) ? found : null;
  if (known && known.removed_at === null) {
    if (entry || known.role === 'LAB' || known.role === 'admin')
      return { kind: 'known', person: known, entry };
    return { kind: 'refused', reason: 'not on the whitelist' };
  }
  if (!entry || email === null)
    return { kind: 'refused', reason: removals.some(Boolean) ? 'removed' : 'not on the whitelist' };
  const person = await findPersonByEmail(tx, email);
  if (!person) return { kind: 'create', role: 'LAB', entry };
  if (person.verified_at === null) return { kind: 'take over', person, entry };
  // An address may be reassigned to a new colleague, who must not get the old account.
  if (await hasOtherIdentity(tx, person.id, claims))
    return { kind: 'refused', reason: 'address belongs to another identity' };
  return { kind: 'link', person, entry };
}

/**
 * ORCID admits people who verified this iD before, or anyone new while sign-up is on. Typed iDs and addresses prove
 * nothing.
 */
async function judgeByOrcid(tx: Tx, claims: Claims, isSignUpOn: boolean): Promise<Judgement> {
  const known = await findKnown(tx, claims);
  if (known?.removed_at === null) return { kind: 'known', person: known, entry: null };
  if (known) return { kind: 'refused', reason: 'removed' };
  return isSignUpOn
    ? { kind: 'create', role: 'RU', entry: null }
    : { kind: 'refused', reason: 'sign-up is off' };
}

/** Locks person, identity, address and whitelist entry until the transaction ends. */
export async function judge(
  tx: Tx,
  { door, claims, isSignUpOn }: { door: ProviderKind; claims: Claims; isSignUpOn: boolean },
): Promise<Judgement> {
  await lockArrival(tx, claims);
  return door === 'institution' ? judgeMember(tx, claims) : judgeByOrcid(tx, claims, isSignUpOn);
}
