/** Saved lists of modules for a consensus. Owns table consensus. */

import {
  consensusCalls,
  createConsensus,
  getSharedConsensus,
  listConsensus,
  type SavedConsensus,
} from '@omicon/contract/areas/consensus.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import { createSaved, getShared, savedItemRoutes } from '../../records/saved-item/calls.ts';
import type { SavedRow } from '../../records/saved-item/kind.ts';
import { countSaved, listSaved } from '../../records/saved-item/sql.ts';
import { CONSENSUS, type ConsensusColumns, findReadable } from './sql.ts';

type Row = SavedRow & ConsensusColumns;

async function toSaved(db: Db, principal: Principal, rows: readonly Row[]): Promise<SavedConsensus[]> {
  const readable = await findReadable(db, principal, [...new Set(rows.flatMap(({ modules }) => modules))]);
  return rows.map(({ id, name, modules: all, share_token, created_at }) => {
    const modules = all.filter((number) => readable.has(number));
    const not_readable = all.length - modules.length;
    return { id, name, modules, not_readable, share_token, created_at: created_at.toISOString() };
  });
}

async function toOneSaved(db: Db, principal: Principal, row: Row): Promise<SavedConsensus> {
  const [saved] = await toSaved(db, principal, [row]);
  if (saved === undefined) throw new Error('One row makes one list.');
  return saved;
}

export const savedConsensusRoutes: Route[] = [
  serve(listConsensus, async ({ db, principal, query }) => {
    const owner = { person_id: personIdOf(principal) };
    const [rows, total] = await Promise.all([
      listSaved(db, CONSENSUS, owner, query),
      countSaved(db, CONSENSUS, owner),
    ]);
    return toPage(await toSaved(db, principal, rows), total, query);
  }),

  serveWrite(createConsensus, async ({ db, principal, body: { name, modules } }) => {
    const readable = await findReadable(db, principal, modules);
    if (modules.some((number) => !readable.has(number))) throw notFound('module');
    const values = { name, modules: JSON.stringify(modules) };
    const row = await createSaved(db, CONSENSUS, { person_id: personIdOf(principal) }, values);
    return toOneSaved(db, principal, row);
  }),

  ...savedItemRoutes(CONSENSUS, consensusCalls, {
    toReply: (row, { db, principal }) => toOneSaved(db, principal, row),
  }),

  serve(getSharedConsensus, async ({ db, principal, params }) => {
    const row = await getShared(db, CONSENSUS, params.token);
    const { id: _, ...saved } = await toOneSaved(db, principal, row);
    return saved;
  }),
];
