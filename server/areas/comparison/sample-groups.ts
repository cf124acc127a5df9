/** Saved groups of samples. Owns table sample_group. */

import {
  createSampleGroup,
  getSharedGroup,
  listSampleGroups,
  sampleGroupCalls,
} from '@omicon/contract/areas/statistics/comparisons.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import { createSaved, getShared, savedItemRoutes } from '../../records/saved-item/calls.ts';
import type { SavedRow } from '../../records/saved-item/kind.ts';
import { countSaved, listSaved } from '../../records/saved-item/sql.ts';
import { GROUPS, type GroupColumns, isReadableDataSet } from './sql.ts';

type Row = SavedRow & GroupColumns;

function toSaved({ id, data_set_number, name, rules, samples, ...row }: Row) {
  return {
    id,
    data_set_id: data_set_number,
    group: { name, ...(rules === null ? {} : { rules }), ...(samples === null ? {} : { samples }) },
    share_token: row.share_token,
    created_at: row.created_at.toISOString(),
  };
}

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

const ownerOf = ({ person_id, data_set_number }: Row) => ({ person_id, within: data_set_number });

/** @throws PortalError 404 if the caller may not read the data set */
async function getOwner(db: Db, principal: Principal, dataSet: number) {
  if (!(await isReadableDataSet(db, principal, dataSet))) throw notFound('data set');
  return { person_id: personIdOf(principal), within: dataSet };
}

export const sampleGroupRoutes: Route[] = [
  serve(listSampleGroups, async ({ db, principal, params, query }) => {
    const owner = await getOwner(db, principal, params.id);
    const [rows, total] = await Promise.all([
      listSaved(db, GROUPS, owner, query),
      countSaved(db, GROUPS, owner),
    ]);
    return toPage(rows.map(toSaved), total, query);
  }),

  serveWrite(createSampleGroup, async ({ db, principal, params, body: { name, rules, samples } }) => {
    const owner = await getOwner(db, principal, params.id);
    if (rules === undefined && samples === undefined)
      throw new PortalError('invalid_input', 'A group needs rules or samples.');
    const values = { name, rules: toJson(rules), samples: toJson(samples) };
    return toSaved(await createSaved(db, GROUPS, owner, values));
  }),

  ...savedItemRoutes(GROUPS, sampleGroupCalls, { ownerOf, toReply: toSaved }),

  serve(getSharedGroup, async ({ db, principal, params }) => {
    const row = await getShared(db, GROUPS, params.token);
    if (!(await isReadableDataSet(db, principal, row.data_set_number))) throw notFound('group');
    return toSaved(row);
  }),
];
