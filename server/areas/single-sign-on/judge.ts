/** Who may come in by which door. Judging reads; only `admit.ts` writes. */
import type { Tx } from '../../base/postgres/database.ts';
import type { Claims, ProviderKind } from '../../base/sign-in/identity-providers.ts';
import {
  getKnown,
  getPersonByEmail,
  getRemovalByEmail,
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

/** What is to be done for somebody who may come in. */
export type Judgement =
  | { kind: 'known'; person: Known; entry: WhitelistEntry | null }
  /** a person with this verified address came another way before */
  | { kind: 'link'; person: Known; entry: WhitelistEntry }
  /** somebody typed this address at a sign-up and never proved it */
  | { kind: 'take over'; person: Known; entry: WhitelistEntry }
  | { kind: 'create'; role: NewPerson['role']; entry: WhitelistEntry | null }
  | { kind: 'refused'; reason: Refusal };

/** An entry made before the removal of its person does not let them back in: an administrator has to add them anew. */
function countsAfter(entry: WhitelistEntry, removals: (Date | null)[]): boolean {
  return removals.every((removed_at) => removed_at === null || removed_at < entry.created_at);
}

/** Members: on the whitelist with an address that the institution has verified, or here already as a member. */
async function judgeMember(tx: Tx, claims: Claims): Promise<Judgement> {
  const known = await getKnown(tx, claims);
  const { email } = claims;
  const found = email === null ? undefined : await holdWhitelistEntry(tx, email);
  const removals = [known?.removed_at ?? null, email === null ? null : await getRemovalByEmail(tx, email)];
  const entry = found && countsAfter(found, removals) ? found : null;
  if (known && known.removed_at === null) {
    if (entry || known.role === 'LAB' || known.role === 'admin')
      return { kind: 'known', person: known, entry };
    return { kind: 'refused', reason: 'not on the whitelist' };
  }
  if (!entry || email === null)
    return { kind: 'refused', reason: removals.some(Boolean) ? 'removed' : 'not on the whitelist' };
  const person = await getPersonByEmail(tx, email);
  if (!person) return { kind: 'create', role: 'LAB', entry };
  if (person.verified_at === null) return { kind: 'take over', person, entry };
  // An address may have passed on to a new colleague; the account of the old one does not.
  if (await hasOtherIdentity(tx, person.id, claims))
    return { kind: 'refused', reason: 'address belongs to another identity' };
  return { kind: 'link', person, entry };
}

/** By ORCID comes in whoever proved this iD before, or anyone new while sign-up is on. Typed iDs and addresses prove nothing. */
async function judgeByOrcid(tx: Tx, claims: Claims, isSignUpOn: boolean): Promise<Judgement> {
  const known = await getKnown(tx, claims);
  if (known?.removed_at === null) return { kind: 'known', person: known, entry: null };
  if (known) return { kind: 'refused', reason: 'removed' };
  return isSignUpOn
    ? { kind: 'create', role: 'RU', entry: null }
    : { kind: 'refused', reason: 'sign-up is off' };
}

/** Holds until the transaction ends: person, identity, address and entry of the whitelist stay as they were judged. */
export async function judge(
  tx: Tx,
  { door, claims, isSignUpOn }: { door: ProviderKind; claims: Claims; isSignUpOn: boolean },
): Promise<Judgement> {
  await lockArrival(tx, claims);
  return door === 'institution' ? judgeMember(tx, claims) : judgeByOrcid(tx, claims, isSignUpOn);
}
