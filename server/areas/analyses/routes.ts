/**
 * Analyses with their networks and files. Owns tables analysis, covariation_network, covariation_module, module_member,
 * module_enrichment.
 */
import {
  deleteAnalysis,
  getAnalysis,
  listAnalyses,
  listAnalysisFiles,
  listRecentAnalyses,
  restoreAnalysis,
} from '@omicon/contract/areas/analyses/analyses.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { refuseLateReturn } from '../../records/access/deleted.ts';
import { listFolder } from '../../records/file/folder-rows.ts';
import { newestOf } from '../../records/lists/paging.ts';
import { omiconIdOf, toAttributes, toAttributesOf, toPage, toVersions } from '../../records/lists/replies.ts';
import * as statements from './sql.ts';

function toAnalysisItem({ version_id: _, owner_id: __, created_at, ...row }: statements.AnalysisRow) {
  return { ...row, omicon_id: omiconIdOf('P', row.id), upload_date: created_at.toISOString() };
}

async function getAnalysisRow(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
) {
  const row = await statements.findAnalysis(db, principal, which);
  if (!row) throw notFound('analysis');
  return row;
}

function toListedNetwork({ statistics, ...network }: statements.ListedNetworkRow) {
  const reach = toAttributes(statistics).find(({ name }) => name === 'ALLreachPcnt')?.value;
  const coverage = Number.parseFloat(reach ?? '');
  return { ...network, omicon_id: omiconIdOf('CN', network.id), coverage: orNull(coverage) };
}

function folderOf(row: statements.AnalysisRow, folder: string) {
  return { ...row, entity_type: 'project', owner_id: row.version_id, entity_number: row.id, folder } as const;
}

/** @throws PortalError 409 if the collection is deleted, which hides everything in it */
function refuseWithoutCollection(deleted: statements.DeletedAnalysisRow): void {
  if (!deleted.is_collection_deleted) return;
  const collection = ['data collection', deleted.collection_title].filter(Boolean).join(' ');
  throw new PortalError(
    'conflict',
    `The ${collection} of this analysis is deleted, too. Please restore the data collection first.`,
  );
}

export const analysisRoutes: Route[] = [
  serve(listAnalyses, async ({ db, principal, query }) => {
    const { rows, total } = await statements.listAnalyses(db, principal, query);
    return toPage(rows.map(toAnalysisItem), total, query);
  }),

  serve(listRecentAnalyses, async ({ db, principal, query }) => {
    const { rows, total } = await statements.listAnalyses(db, principal, newestOf(query.search));
    return { results: rows.map(({ id, title }) => ({ id, title, data_sets: 1 })), total };
  }),

  serve(getAnalysis, async ({ db, principal, params, query }) => {
    const row = await getAnalysisRow(db, principal, { id: params.id, version: query.version });
    const [versions, networks, files] = await Promise.all([
      statements.listAnalysisVersions(db, principal, row.id),
      statements.listNetworks(db, row.version_id),
      listFolder(db, principal, folderOf(row, '')),
    ]);
    return {
      ...toAnalysisItem(row),
      attributes: toAttributesOf(row),
      versions: toVersions(versions),
      networks: networks.map(toListedNetwork),
      files,
      can_delete: principal.permissions.has('PROJECT_DELETE'),
    };
  }),

  serve(listAnalysisFiles, async ({ db, principal, params, query }) => {
    const row = await getAnalysisRow(db, principal, { id: params.id, version: query.version });
    const results = await listFolder(db, principal, folderOf(row, query.folder));
    if (results.length === 0 && query.folder !== '') throw notFound('folder');
    return { folder: query.folder, results, total: results.length };
  }),

  serveWrite(deleteAnalysis, async ({ db, principal, params, audit }) => {
    const row = await getAnalysisRow(db, principal, { id: params.id, version: undefined });
    await statements.setAnalysisDeleted(db, row.id, true);
    await audit({ action: 'delete analysis', object_type: 'P', object_number: row.id });
    return { detail: `${row.title} is deleted. It can be restored for 30 days.` };
  }),

  serveWrite(restoreAnalysis, async ({ db, principal, params, audit }) => {
    const deleted = await statements.lockDeletedAnalysis(db, principal, params.id);
    if (!deleted) throw notFound('deleted analysis');
    refuseLateReturn(deleted);
    refuseWithoutCollection(deleted);
    await statements.setAnalysisDeleted(db, params.id, false);
    await audit({ action: 'restore analysis', object_type: 'P', object_number: params.id });
    return { detail: 'The analysis is restored.' };
  }),
];
