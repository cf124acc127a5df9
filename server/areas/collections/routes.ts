/**
 * Data collections and data sets: lists, records, deletion with undo. Owns tables data_collection, data_set,
 * feature_list.
 */
import {
  deleteDataCollection,
  getDataCollection,
  getDataCollectionOfDataSet,
  getDataSet,
  listDataCollections,
  listDataSets,
  listDataSetsOfCollection,
  listRecentDataCollections,
  restoreDataCollection,
} from '@omicon/contract/areas/collections.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { canChangeVisibility } from '@omicon/domain/permissions/visibility.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { refuseLateReturn } from '../../records/access/deleted.ts';
import { listFolder } from '../../records/file/folder-rows.ts';
import { newestOf } from '../../records/lists/paging.ts';
import { omiconIdOf, toAttributesOf, toPage, toVersions } from '../../records/lists/replies.ts';
import * as statements from './sql.ts';

function toCollectionItem({ version_id: _, owner_id: __, created_at, ...row }: statements.DataCollectionRow) {
  return { ...row, omicon_id: omiconIdOf('DC', row.id), upload_date: created_at.toISOString() };
}

function toDataSetItem({
  version_id: _,
  owner_id: __,
  parent_ds_version: ___,
  created_at,
  ...row
}: statements.DataSetRow) {
  return { ...row, omicon_id: omiconIdOf('DS', row.id), upload_date: created_at.toISOString() };
}

function topFolderOf<T extends 'dc' | 'ds'>(
  entity_type: T,
  { version_id, id }: { version_id: number; id: number },
) {
  return { entity_type, owner_id: version_id, entity_number: id, folder: '' };
}

async function getCollectionRow(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
) {
  const row = await statements.findDataCollection(db, principal, which);
  if (!row) throw notFound('data collection');
  return row;
}

async function getDataSetRow(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
) {
  const row = await statements.findDataSet(db, principal, which);
  if (!row) throw notFound('data set');
  return row;
}

export const collectionRoutes: Route[] = [
  serve(listDataCollections, async ({ db, principal, query }) => {
    const { rows, total } = await statements.listDataCollections(db, principal, query);
    return toPage(rows.map(toCollectionItem), total, query);
  }),

  serve(listRecentDataCollections, async ({ db, principal, query }) => {
    const { rows, total } = await statements.listDataCollections(db, principal, newestOf(query.search));
    return { results: rows.map(({ id, title, data_sets }) => ({ id, title, data_sets })), total };
  }),

  serve(getDataCollection, async ({ db, principal, params, query }) => {
    const row = await getCollectionRow(db, principal, { id: params.id, version: query.version });
    const [versions, files] = await Promise.all([
      statements.listVersions(db, principal, { entity_type: 'dc', number: row.id }),
      listFolder(db, principal, { ...row, ...topFolderOf('dc', row) }),
    ]);
    const can_delete = principal.permissions.has('COLLECTION_DELETE');
    return {
      can_change_visibility: canChangeVisibility(principal, [row]),
      ...toCollectionItem(row),
      attributes: toAttributesOf(row),
      versions: toVersions(versions),
      files,
      can_delete,
    };
  }),

  serve(listDataSetsOfCollection, async ({ db, principal, params, query }) => {
    await getCollectionRow(db, principal, { id: params.id, version: undefined });
    const filter = { ...query, data_collection_id: params.id };
    const { rows, total } = await statements.listDataSets(db, principal, filter);
    return toPage(rows.map(toDataSetItem), total, query);
  }),

  serveWrite(deleteDataCollection, async ({ db, principal, params, audit }) => {
    const row = await getCollectionRow(db, principal, { id: params.id, version: undefined });
    await statements.setCollectionDeleted(db, row.id, true);
    await audit({ action: 'delete data collection', object_type: 'DC', object_number: row.id });
    return { detail: `${row.title} is deleted. It can be restored for 30 days.` };
  }),

  serveWrite(restoreDataCollection, async ({ db, principal, params, audit }) => {
    const deleted = await statements.lockDeletedCollection(db, principal, params.id);
    if (!deleted) throw notFound('deleted data collection');
    refuseLateReturn(deleted);
    await statements.setCollectionDeleted(db, params.id, false);
    await audit({ action: 'restore data collection', object_type: 'DC', object_number: params.id });
    return { detail: 'The data collection is restored.' };
  }),

  serve(listDataSets, async ({ db, principal, query }) => {
    const { rows, total } = await statements.listDataSets(db, principal, query);
    return toPage(rows.map(toDataSetItem), total, query);
  }),

  serve(getDataSet, async ({ db, principal, params, query }) => {
    const row = await getDataSetRow(db, principal, { id: params.id, version: query.version });
    const [versions, files, parent, analyses] = await Promise.all([
      statements.listVersions(db, principal, { entity_type: 'ds', number: row.id }),
      listFolder(db, principal, {
        ...row,
        ...topFolderOf('ds', row),
        title: `${row.title} ${row.ds_version}`,
      }),
      statements.findParentDataSet(db, principal, row),
      statements.listAnalysesOfDataSet(db, principal, row.id),
    ]);
    return {
      ...toDataSetItem(row),
      attributes: toAttributesOf(row),
      versions: toVersions(versions),
      files,
      parent: parent ?? null,
      analyses,
    };
  }),

  serve(getDataCollectionOfDataSet, async ({ db, principal, params }) => {
    const { data_collection_id: id } = await getDataSetRow(db, principal, {
      id: params.id,
      version: undefined,
    });
    if (id === null) throw notFound('data collection');
    const row = await getCollectionRow(db, principal, { id, version: undefined });
    return { _id: row.id, title: row.title, omicon_id: omiconIdOf('DC', row.id) };
  }),
];
