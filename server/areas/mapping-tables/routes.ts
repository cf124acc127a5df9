/** Identifier mapping tables. Owns tables mapping_table and mapping_row. */
import { listMappingTables } from '@omicon/contract/mapping-tables.ts';
import { type Route, serve } from '../../base/serve.ts';
import { toPage } from '../../database/replies.ts';
import * as statements from './sql.ts';

export const mappingTableRoutes: Route[] = [
  serve(listMappingTables, async ({ db, query }) => {
    const [rows, total] = await Promise.all([
      statements.listMappingTables(db, query),
      statements.countMappingTables(db, query.search),
    ]);
    return toPage(
      rows.map(({ created_at, ...row }) => ({ ...row, date_uploaded: created_at.toISOString() })),
      total,
      query,
    );
  }),
];
