/** Saved lists of modules for a consensus. Owns table consensus. */

import {
  createConsensus,
  deleteConsensus,
  getSharedConsensus,
  listConsensus,
  MAX_SAVED_CONSENSUS,
  renameConsensus,
  replaceConsensusLink,
  restoreConsensus,
  type SavedConsensus,
} from '@omicon/contract/areas/consensus.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import {
  hasOtherOfName,
  newShareToken,
  replaceShareToken,
  setDeleted,
} from '../../records/saved-item/saved-items.ts';
import * as statements from './sql.ts';

async function toSaved(
  db: Db,
  principal: Principal,
  rows: readonly statements.SavedRow[],
): Promise<SavedConsensus[]> {
  const readable = await statements.findReadable(db, principal, [
    ...new Set(rows.flatMap(({ modules }) => modules)),
  ]);
  return rows.map(({ id, name, modules: all, share_token, created_at }) => {
    const modules = all.filter((number) => readable.has(number));
    const not_readable = all.length - modules.length;
    return { id, name, modules, not_readable, share_token, created_at: created_at.toISOString() };
  });
}

async function toOneSaved(db: Db, principal: Principal, row: statements.SavedRow): Promise<SavedConsensus> {
  const [saved] = await toSaved(db, principal, [row]);
  if (saved === undefined) throw new Error('One row makes one list.');
  return saved;
}

function nameTaken(name: string): PortalError {
  const sentence = `You have a consensus “${name}” already.`;
  return new PortalError('conflict', sentence, { fields: { name: sentence } });
}

async function getOwn(db: Db, principal: Principal, id: number, isDeleted: boolean) {
  const saved = await statements.lockSaved(db, { id, person_id: personIdOf(principal) });
  if (saved === undefined || saved.is_deleted !== isDeleted) throw notFound('consensus');
  return saved;
}

/** @throws PortalError 409 if this person has another list of this name */
async function refuseTakenName(
  db: Db,
  principal: Principal,
  { id, name }: { id: number; name: string },
): Promise<void> {
  if (await hasOtherOfName(db, 'consensus', { id, person_id: personIdOf(principal), name }))
    throw nameTaken(name);
}

export const savedConsensusRoutes: Route[] = [
  serve(listConsensus, async ({ db, principal, query }) => {
    const person_id = personIdOf(principal);
    const [rows, total] = await Promise.all([
      statements.listSaved(db, person_id, query),
      statements.countSaved(db, person_id),
    ]);
    return toPage(await toSaved(db, principal, rows), total, query);
  }),

  serveWrite(createConsensus, async ({ db, principal, body }) => {
    const person_id = personIdOf(principal);
    const readable = await statements.findReadable(db, principal, body.modules);
    if (body.modules.some((number) => !readable.has(number))) throw notFound('module');
    if ((await statements.countSaved(db, person_id)) >= MAX_SAVED_CONSENSUS)
      throw new PortalError('conflict', `You have ${MAX_SAVED_CONSENSUS} consensus lists already.`);
    const share_token = newShareToken();
    const row = await statements.createSaved(db, { ...body, person_id, share_token });
    if (row === undefined) throw nameTaken(body.name);
    return toOneSaved(db, principal, row);
  }),

  serveWrite(renameConsensus, async ({ db, principal, params, body }) => {
    const saved = await getOwn(db, principal, params.id, false);
    await refuseTakenName(db, principal, { id: saved.id, name: body.name });
    await statements.renameSaved(db, saved.id, body.name);
    return toOneSaved(db, principal, { ...saved, name: body.name });
  }),

  serveWrite(deleteConsensus, async ({ db, principal, params }) => {
    const saved = await getOwn(db, principal, params.id, false);
    await setDeleted(db, 'consensus', { id: saved.id, isDeleted: true });
    return { detail: 'The consensus is deleted.' };
  }),

  serveWrite(restoreConsensus, async ({ db, principal, params }) => {
    const saved = await getOwn(db, principal, params.id, true);
    await refuseTakenName(db, principal, saved);
    await setDeleted(db, 'consensus', { id: saved.id, isDeleted: false });
    return { detail: 'The consensus is restored.' };
  }),

  serveWrite(replaceConsensusLink, async ({ db, principal, params }) => {
    const { id } = await getOwn(db, principal, params.id, false);
    return { share_token: await replaceShareToken(db, 'consensus', id) };
  }),

  serve(getSharedConsensus, async ({ db, principal, params }) => {
    const row = await statements.findShared(db, params.token);
    if (row === undefined) throw notFound('consensus');
    const { id: _, ...saved } = await toOneSaved(db, principal, row);
    return saved;
  }),
];
