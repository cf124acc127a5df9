/**
 * Cell type references: lists, pages, markers, files, and the cell types of a list of genes. Owns tables
 * cell_type_reference, cell_type_level and cell_type_file.
 */
import {
  downloadCellTypeReference,
  getCellTypeReference,
  listCellTypeReferences,
} from '@omicon/contract/areas/cell-types.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound } from '../../base/errors.ts';
import { damaged } from '../../base/http/sending.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { serveFile } from '../../base/http/serve-file.ts';
import type { Db } from '../../base/postgres/database.ts';
import { writeArchive } from '../../records/download/archive.ts';
import { omiconIdOf, toPage, toVersions } from '../../records/lists/replies.ts';
import { findCellTypesRoute } from './find-cell-types.ts';
import { listMarkersRoute } from './markers.ts';
import * as statements from './sql.ts';

function toItem<Row extends statements.ReferenceRow>({ created_at, version_id: _, ...row }: Row) {
  return { ...row, omicon_id: omiconIdOf('CR', row.id), upload_date: created_at.toISOString() };
}

async function getReference(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<statements.ReferenceDetail> {
  const row = await statements.findReference(db, principal, which);
  if (row === undefined) throw notFound('cell type reference');
  return row;
}

function toLevel({ types, cells, ontology_ids, parents, ...level }: statements.LevelRow) {
  return {
    ...level,
    types: types.map((name, at) => ({
      name,
      cells: cells[at] ?? 0,
      ontology_id: ontology_ids[at] ?? null,
      parent: parents[at] ?? null,
    })),
  };
}

export const cellTypeRoutes: Route[] = [
  serve(listCellTypeReferences, async ({ db, principal, query }) => {
    const filter = { ...query, search: query.search.trim() };
    const [rows, total] = await Promise.all([
      statements.listReferences(db, principal, filter),
      statements.countReferences(db, principal, filter.search),
    ]);
    return toPage(rows.map(toItem), total, query);
  }),

  serve(getCellTypeReference, async ({ db, principal, params, query }) => {
    const row = await getReference(db, principal, { id: params.id, version: query.version });
    const [levels, versions] = await Promise.all([
      statements.listLevels(db, [row.version_id]),
      statements.listVersions(db, principal, row.id),
    ]);
    return { ...toItem(row), levels: levels.map(toLevel), versions: toVersions(versions) };
  }),

  serveFile(downloadCellTypeReference, async ({ db, principal, params, services, audit }) => {
    const row = await getReference(db, principal, { id: params.id, version: undefined });
    const files = await statements.listFiles(db, row.version_id);
    if (files.some(({ is_damaged }) => is_damaged)) throw damaged();
    const folder = `${omiconIdOf('CR', row.id)}_cell_types`;
    const entries = files.map(({ name, size_bytes, storage_key }) => ({
      ...{ path: `${folder}/${name}`, size_bytes, storage_key, created_at: row.created_at },
      sha256: Buffer.from(storage_key, 'hex'),
    }));
    await audit({ action: 'download cell type reference', object_type: 'CR', object_number: row.id });
    return { name: `${folder}.zip`, ...(await writeArchive(services, entries)) };
  }),

  listMarkersRoute,
  findCellTypesRoute,
];
