/** The calls that are the same for every kind of saved item. */
import { randomBytes } from 'node:crypto';
import type { SavedItemCalls } from '@omicon/contract/base/saved-item.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { personIdOf } from '../person/people.ts';
import type { SavedKind, SavedRow } from './kind.ts';
import * as statements from './sql.ts';

const SHARE_TOKEN_BYTES = 16;

/** An unguessable token for the link that shares something. */
export function newShareToken(): string {
  return randomBytes(SHARE_TOKEN_BYTES).toString('base64url');
}

function nameTaken<Row>({ one, of = '' }: SavedKind<Row>, name: string): PortalError {
  const sentence = `You have a ${one} “${name}”${of} already.`;
  return new PortalError('conflict', sentence, { fields: { name: sentence } });
}

/** @throws PortalError 409 if the owner has as many as allowed */
async function refuseTooMany<Row>(db: Db, kind: SavedKind<Row>, owner: statements.Owner): Promise<void> {
  const { most, several, of = '' } = kind;
  if ((await statements.countSaved(db, kind, owner)) >= most)
    throw new PortalError('conflict', `You have ${most} ${several}${of} already.`);
}

/** @throws PortalError 409 if the owner has another of this name */
async function refuseTakenName<Row>(
  db: Db,
  kind: SavedKind<Row>,
  owner: statements.Owner,
  item: { id: number; name: string },
): Promise<void> {
  if (await statements.hasOtherOfName(db, kind, owner, item)) throw nameTaken(kind, item.name);
}

/**
 * Saves an item.
 * @param values of the columns of its kind
 * @throws PortalError 409 if the owner has one of this name, or as many as allowed
 */
export async function createSaved<Row>(
  db: Db,
  kind: SavedKind<Row>,
  owner: statements.Owner,
  values: Readonly<Record<string, string | null>> & { name: string },
): Promise<SavedRow & Row> {
  await refuseTooMany(db, kind, owner);
  const id = await statements.insertSaved(db, kind, owner, { ...values, share_token: newShareToken() });
  if (id === undefined) throw nameTaken(kind, values.name);
  return statements.getSaved(db, kind, id);
}

/**
 * An item of the caller, locked until the transaction ends.
 * @throws PortalError 404 if the caller has no such item, or, unless asked for, a deleted one
 */
export async function getOwn<Row>(
  db: Db,
  principal: Principal,
  kind: SavedKind<Row>,
  { id, isDeleted = false }: { id: number; isDeleted?: boolean },
): Promise<SavedRow & Row> {
  const item = await statements.lockSaved(db, kind, { id, person_id: personIdOf(principal) });
  if (item?.is_deleted !== isDeleted) throw notFound(kind.one);
  return item;
}

/** @throws PortalError 404 if the token opens nothing */
export async function getShared<Row>(db: Db, kind: SavedKind<Row>, token: string): Promise<SavedRow & Row> {
  const item = await statements.findShared(db, kind, token);
  if (item === undefined) throw notFound(kind.one);
  return item;
}

interface Caller {
  db: Db;
  principal: Principal;
}

/**
 * Renames, deletes, restores, and replaces the link of an item of the caller.
 * @param ownerOf whose names an item must differ from
 * @param toReply reply of renaming
 */
export function savedItemRoutes<Row>(
  kind: SavedKind<Row>,
  calls: SavedItemCalls,
  {
    ownerOf = ({ person_id }) => ({ person_id }),
    toReply,
  }: {
    ownerOf?(item: SavedRow & Row): statements.Owner;
    toReply(item: SavedRow & Row, caller: Caller): unknown;
  },
): Route[] {
  return [
    serveWrite(calls.rename, async ({ db, principal, params, body }) => {
      const item = { ...(await getOwn(db, principal, kind, params)), name: body.name };
      await refuseTakenName(db, kind, ownerOf(item), item);
      await statements.renameSaved(db, kind, item);
      return toReply(item, { db, principal });
    }),

    serveWrite(calls.remove, async ({ db, principal, params }) => {
      const { id } = await getOwn(db, principal, kind, params);
      await statements.setDeleted(db, kind, { id, isDeleted: true });
      return { detail: `The ${kind.one} is deleted.` };
    }),

    serveWrite(calls.restore, async ({ db, principal, params }) => {
      const item = await getOwn(db, principal, kind, { ...params, isDeleted: true });
      await refuseTakenName(db, kind, ownerOf(item), item);
      await refuseTooMany(db, kind, ownerOf(item));
      await statements.setDeleted(db, kind, { id: item.id, isDeleted: false });
      return { detail: `The ${kind.one} is restored.` };
    }),

    serveWrite(calls.replaceLink, async ({ db, principal, params }) => {
      const { id } = await getOwn(db, principal, kind, params);
      const share_token = newShareToken();
      await statements.setToken(db, kind, { id, token: share_token });
      return { share_token };
    }),
  ];
}
