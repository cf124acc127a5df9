/** Admits an accepted person: creates or updates account, role and identity. */
import { NOBODY, type Role } from '@omicon/domain/permissions/permissions.ts';
import { personTopic } from '../../base/connections/sockets.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import type { Claims, ProviderKind } from '../../base/sign-in/identity-providers.ts';
import { newToken } from '../../base/sign-in/sessions.ts';
import type { Arriving } from '../../base/sign-in/sign-in.ts';
import { deleteSessions, isUsernameTaken, markLogin, setRole } from '../../records/person/people.ts';
import type { Judgement } from './judge.ts';
import * as statements from './sql-people.ts';

interface Arrival {
  door: ProviderKind;
  claims: Claims;
  request_id: string;
}

/** Candidate user names, from the address or the name; the last one is always free. */
function* usernamesFor({ email, first_name, last_name }: Claims): Generator<string> {
  const source = email?.split('@')[0] ?? [first_name, last_name].filter(Boolean).join('.');
  const plain = source
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '.');
  const base =
    plain
      .replaceAll(/^[._-]+|[._-]+$/g, '')
      .slice(0, 50)
      .toLowerCase() || 'member';
  yield base;
  for (let number = 2; number < 10; number += 1) yield `${base}${number}`;
  yield `${base}-${newToken().slice(0, 8).toLowerCase()}`;
}

async function noteOf(
  tx: Tx,
  { door, request_id }: Arrival,
  event: { person: { id: number; role: Role }; action: string; detail?: Record<string, string> },
): Promise<void> {
  const { person, action, detail } = event;
  await recordAuditEvent(
    tx,
    { ...NOBODY, person_id: person.id, role: person.role },
    {
      action,
      result: 'done',
      object_type: 'person',
      object_number: person.id,
      request_id,
      detail: { by: door, ...detail },
    },
  );
}

async function create(tx: Tx, arrival: Arrival, role: Role): Promise<Arriving> {
  const { door, claims } = arrival;
  for (const username of usernamesFor(claims)) {
    const person = await statements.createPerson(tx, {
      first_name: claims.first_name,
      last_name: claims.last_name,
      username,
      role,
      // Addresses from ORCID are ignored; only the institution's are trusted.
      email: door === 'institution' ? claims.email : null,
      orcid_id: door === 'orcid' ? claims.subject : null,
    });
    if (!person) continue;
    await noteOf(tx, arrival, { person, action: 'make account' });
    return person;
  }
  throw new Error('No user name was free.');
}

async function takeOver(tx: Tx, arrival: Arrival, person: statements.Known): Promise<Arriving> {
  const role = person.role === 'admin' ? 'admin' : 'LAB';
  const { first_name, last_name } = arrival.claims;
  const names = { first_name, last_name };
  for (const username of usernamesFor(arrival.claims)) {
    const isOwn = username === person.username.toLowerCase();
    if (!isOwn && (await isUsernameTaken(tx, username))) continue;
    await statements.takeOver(tx, person.id, { ...names, username, role });
    await notifyTopic(tx, personTopic(person.id));
    const taken = { ...person, ...names, username, role } as const;
    await noteOf(tx, arrival, { person: taken, action: 'take over unverified account' });
    return taken;
  }
  throw new Error('No user name was free.');
}

/** The first sign-in through a whitelist entry makes the person a lab member; their other sessions end (SEC-16). */
async function raise(
  tx: Tx,
  arrival: Arrival,
  { person, entry }: { person: Arriving; entry: statements.WhitelistEntry | null },
): Promise<Arriving> {
  const isMember = person.role === 'LAB' || person.role === 'admin';
  if (!entry || entry.used_at !== null || isMember) return person;
  await setRole(tx, person.id, 'LAB');
  await deleteSessions(tx, person.id);
  await notifyTopic(tx, personTopic(person.id));
  const raised = { ...person, role: 'LAB' } as const;
  await noteOf(tx, arrival, {
    person: raised,
    action: 'change role',
    detail: { from: person.role, to: 'LAB' },
  });
  return raised;
}

async function accountFor(
  tx: Tx,
  arrival: Arrival,
  judged: Exclude<Judgement, { kind: 'refused' }>,
): Promise<Arriving> {
  if (judged.kind === 'create') return create(tx, arrival, judged.role);
  if (judged.kind === 'take over') return takeOver(tx, arrival, judged.person);
  return raise(tx, arrival, judged);
}

/** Admits a person and writes all changes that this requires. */
export async function admit(
  tx: Tx,
  arrival: Arrival,
  judged: Exclude<Judgement, { kind: 'refused' }>,
): Promise<Arriving> {
  const person = await accountFor(tx, arrival, judged);
  const { issuer, subject } = arrival.claims;
  await statements.linkIdentity(tx, { door: arrival.door, issuer, subject, person_id: person.id });
  if (judged.entry) await statements.markEntryUsed(tx, judged.entry.id);
  await markLogin(tx, person.id);
  return person;
}
