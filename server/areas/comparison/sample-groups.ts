/** Saved groups of samples. Owns table sample_group. */

import {
  createSampleGroup,
  deleteSampleGroup,
  getSharedGroup,
  listSampleGroups,
  MAX_SAVED_GROUPS,
  renameSampleGroup,
  replaceSampleGroupLink,
  restoreSampleGroup,
} from '@omicon/contract/areas/statistics/comparisons.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import { newShareToken, replaceShareToken, setDeleted } from '../../records/saved-item/saved-items.ts';
import * as statements from './sql.ts';

function toSaved({ id, data_set_number, name, rules, samples, ...row }: statements.SavedGroupRow) {
  return {
    id,
    data_set_id: data_set_number,
    group: { name, ...(rules === null ? {} : { rules }), ...(samples === null ? {} : { samples }) },
    share_token: row.share_token,
    created_at: row.created_at.toISOString(),
  };
}

function nameTaken(name: string): PortalError {
  const sentence = `You have a group “${name}” of this data set already.`;
  return new PortalError('conflict', sentence, { fields: { name: sentence } });
}

async function getOwn(db: Db, principal: Principal, id: number, isDeleted: boolean) {
  const group = await statements.lockGroup(db, { id, person_id: personIdOf(principal) });
  if (group === undefined || group.is_deleted !== isDeleted) throw notFound('group');
  return group;
}

/** @throws PortalError 409 if this person has another group of this name */
async function refuseTakenName(
  db: Db,
  principal: Principal,
  { id, data_set_number, name }: { id: number; data_set_number: number; name: string },
): Promise<void> {
  const person_id = personIdOf(principal);
  if (await statements.hasOtherGroup(db, { id, person_id, data_set_number, name })) throw nameTaken(name);
}

export const sampleGroupRoutes: Route[] = [
  serve(listSampleGroups, async ({ db, principal, params, query }) => {
    if (!(await statements.isReadableDataSet(db, principal, params.id))) throw notFound('data set');
    const own = { person_id: personIdOf(principal), data_set_number: params.id };
    const [rows, total] = await Promise.all([
      statements.listGroups(db, own, query),
      statements.countGroups(db, own),
    ]);
    return toPage(rows.map(toSaved), total, query);
  }),

  serveWrite(createSampleGroup, async ({ db, principal, params, body }) => {
    if (!(await statements.isReadableDataSet(db, principal, params.id))) throw notFound('data set');
    const own = { person_id: personIdOf(principal), data_set_number: params.id };
    if (body.rules === undefined && body.samples === undefined)
      throw new PortalError('invalid_input', 'A group needs rules or samples.');
    if ((await statements.countGroups(db, own)) >= MAX_SAVED_GROUPS)
      throw new PortalError('conflict', `You have ${MAX_SAVED_GROUPS} groups of this data set already.`);
    const share_token = newShareToken();
    const row = await statements.createGroup(db, { ...own, group: body, share_token });
    if (row === undefined) throw nameTaken(body.name);
    return toSaved(row);
  }),

  serveWrite(renameSampleGroup, async ({ db, principal, params, body }) => {
    const group = await getOwn(db, principal, params.id, false);
    await refuseTakenName(db, principal, { ...group, name: body.name });
    await statements.renameGroup(db, group.id, body.name);
    return toSaved({ ...group, name: body.name });
  }),

  serveWrite(deleteSampleGroup, async ({ db, principal, params }) => {
    const group = await getOwn(db, principal, params.id, false);
    await setDeleted(db, 'sample_group', { id: group.id, isDeleted: true });
    return { detail: 'The group is deleted.' };
  }),

  serveWrite(restoreSampleGroup, async ({ db, principal, params }) => {
    const group = await getOwn(db, principal, params.id, true);
    await refuseTakenName(db, principal, group);
    await setDeleted(db, 'sample_group', { id: group.id, isDeleted: false });
    return { detail: 'The group is restored.' };
  }),

  serveWrite(replaceSampleGroupLink, async ({ db, principal, params }) => {
    const { id } = await getOwn(db, principal, params.id, false);
    return { share_token: await replaceShareToken(db, 'sample_group', id) };
  }),

  serve(getSharedGroup, async ({ db, principal, params }) => {
    const row = await statements.findSharedGroup(db, principal, params.token);
    if (row === undefined) throw notFound('group');
    return toSaved(row);
  }),
];
