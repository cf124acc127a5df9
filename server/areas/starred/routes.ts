/** Starred records. Owns table star. */

import { createStar, deleteStar, getStar, listStarred } from '@omicon/contract/areas/starred.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type RecordType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import * as statements from './sql.ts';

async function findStar(db: Db, principal: Principal, record: { entity_type: RecordType; id: number }) {
  const star = await statements.findStar(db, principal, record);
  if (!star) throw notFound('record');
  return star;
}

export const starredRoutes: Route[] = [
  serve(listStarred, async ({ db, principal, query }) => {
    const [rows, total] = await Promise.all([
      statements.listStarred(db, principal, query),
      statements.countStarred(db, principal, query.search),
    ]);
    const results = rows.map((row) => ({
      ...row,
      omicon_id: omiconIdOf(recordKind(row.entity_type).code, row.id),
      starred_at: row.starred_at.toISOString(),
    }));
    return toPage(results, total, query);
  }),

  serve(getStar, ({ db, principal, params }) => findStar(db, principal, params)),

  serveWrite(createStar, async ({ db, principal, params }) => {
    await findStar(db, principal, params);
    await statements.createStar(db, personIdOf(principal), params);
    return { detail: 'The record is starred.' };
  }),

  serveWrite(deleteStar, async ({ db, principal, params }) => {
    await statements.deleteStar(db, personIdOf(principal), params);
    return { detail: 'The record is no longer starred.' };
  }),
];
