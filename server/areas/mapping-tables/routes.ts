/** Identifier mapping tables, their rows and files, and mapping by them. Owns tables mapping_table and mapping_row. */
import {
  downloadMappingTable,
  getMappingTable,
  listAnalyteMappings,
  listIdentifierKinds,
  listMappingRows,
  listMappingTables,
  mapIdentifiers,
} from '@omicon/contract/areas/genes/mapping-tables.ts';
import { IDENTIFIER_KINDS } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveInThread } from '../../base/http/serve.ts';
import { readProved, serveFile } from '../../base/http/serve-file.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Paging } from '../../records/lists/paging.ts';
import { toPage } from '../../records/lists/replies.ts';
import { listCurrentTables } from '../../records/mapping-table/identifiers.ts';
import { mapByTables } from './map-identifiers.ts';
import * as statements from './sql.ts';

function toItem({ created_at, ...row }: statements.MappingTableRow) {
  return { ...row, date_uploaded: created_at.toISOString(), key: `${row.id}/${row.name}.csv` };
}

async function listTables(db: Db, query: Paging & statements.TableFilter) {
  const [rows, total] = await Promise.all([
    statements.listMappingTables(db, query),
    statements.countMappingTables(db, query),
  ]);
  return toPage(rows.map(toItem), total, query);
}

async function getTableRow(db: Db, id: number) {
  const row = await statements.findMappingTable(db, id);
  if (!row) throw notFound('mapping table');
  return row;
}

export const mappingTableRoutes: Route[] = [
  serve(listMappingTables, ({ db, query }) => listTables(db, query)),
  serve(listAnalyteMappings, ({ db, query }) => listTables(db, query)),

  serve(getMappingTable, async ({ db, params }) => {
    const row = await getTableRow(db, params.id);
    const releases = await statements.listReleases(db, row.name);
    return {
      ...toItem(row),
      is_current: row.is_current,
      releases: releases.map(({ created_at, ...release }) => ({
        ...release,
        date_uploaded: created_at.toISOString(),
      })),
    };
  }),

  serve(listMappingRows, async ({ db, params, query }) => {
    await getTableRow(db, params.id);
    const filter = { ...query, id: params.id, search: query.search.trim() };
    const [rows, total] = await Promise.all([
      statements.listRows(db, filter),
      statements.countRows(db, filter),
    ]);
    return toPage(rows, total, query);
  }),

  serveFile(downloadMappingTable, async ({ db, params, services }) => {
    const row = await getTableRow(db, params.id);
    return { name: `${row.name}.csv`, ...(await readProved(services, row)) };
  }),

  serve(listIdentifierKinds, async ({ db }) => {
    const tables = await listCurrentTables(db);
    const present = new Set(tables.flatMap(({ from, to }) => [from, to]));
    const platforms = new Set(tables.flatMap(({ platform }) => platform ?? []));
    return { kinds: IDENTIFIER_KINDS.filter((kind) => present.has(kind)), platforms: [...platforms].sort() };
  }),

  serveInThread(mapIdentifiers, ({ db, body }) => mapByTables(db, body)),
];
