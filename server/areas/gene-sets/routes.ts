/** Gene sets. Owns tables gene_set and gene_set_version. */
import { listGeneSets } from '@omicon/contract/gene-sets.ts';
import { type Route, serve } from '../../base/serve.ts';
import { omiconIdOf, toPage } from '../../database/replies.ts';
import * as statements from './sql.ts';

export const geneSetRoutes: Route[] = [
  serve(listGeneSets, async ({ db, query }) => {
    const [rows, total] = await Promise.all([
      statements.listGeneSets(db, query),
      statements.countGeneSets(db, query.search),
    ]);
    const results = rows.map((row) => ({
      ...row,
      omicon_id: omiconIdOf('GS', row.id),
      updated_at: row.updated_at.toISOString(),
    }));
    return toPage(results, total, query);
  }),
];
