/** Markers of a cell type: genes that are highest there, by specificity. */
import { listMarkers, type Marker } from '@omicon/contract/areas/cell-types.ts';
import type { QueryOf } from '@omicon/contract/base/endpoint.ts';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { searchKey } from '@omicon/domain/query/search-key.ts';
import { notFound } from '../../base/errors.ts';
import { serveInThread } from '../../base/http/serve.ts';
import type { MarkersResult } from '../../compute/kinds/cell-types.ts';
import { toPage } from '../../records/lists/replies.ts';
import { meansOf } from './find-cell-types.ts';
import * as statements from './sql.ts';

/** Index of the first percentage in the object of a level, after means and variances. */
function percentsOf({ has_percent, has_variance, number_of_genes, types }: statements.LevelRow) {
  return has_percent ? (has_variance ? 2 : 1) * number_of_genes * types.length : null;
}

function toMarkers(found: MarkersResult, genes: readonly string[], types: readonly string[]): Marker[] {
  return found.rows.map((row, at) => {
    const percent = found.percents?.[at] ?? Number.NaN;
    return {
      gene: genes[row] ?? '',
      tau: numberAt(found.tau, at),
      mean: numberAt(found.means, at),
      percent: Number.isNaN(percent) ? null : percent,
      next_mean: numberAt(found.nextMeans, at),
      next_type: types[numberAt(found.nextTypes, at)] ?? '',
    };
  });
}

type MarkerQuery = QueryOf<typeof listMarkers>;

/** Compares in the wanted direction, unknown values last; of equal ones the higher mean comes first. */
function compareBy({ sort, order }: MarkerQuery): (a: Marker, b: Marker) => number {
  const sign = order === 'desc' ? -1 : 1;
  const compareNames = (a: Marker, b: Marker) => (a.gene < b.gene ? -1 : Number(a.gene > b.gene));
  return (a, b) => {
    if (sort === 'gene') return sign * compareNames(a, b);
    const [one, other] = [a[sort], b[sort]];
    if (one !== other) {
      if (one === null || other === null) return one === null ? 1 : -1;
      return sign * (one - other);
    }
    return b.mean - a.mean || compareNames(a, b);
  };
}

export const listMarkersRoute = serveInThread(
  listMarkers,
  async ({ db, params, query, principal, services, signal }) => {
    const reference = await statements.findReference(db, principal, { id: params.id, version: undefined });
    if (reference === undefined) throw notFound('cell type reference');
    const levels = await statements.listLevels(db, [reference.version_id]);
    const level = levels.find(({ name }) => name === query.level);
    if (level === undefined) throw notFound('level');
    const type = level.types.indexOf(query.type);
    if (type < 0) throw notFound('cell type');
    const [genes, found] = await Promise.all([
      statements.listGenesOf(db, level),
      services.computeThreads.compute(
        'cell_type_markers',
        { means: meansOf(level), percents: percentsOf(level), type },
        { signal },
      ),
    ]);
    const searched = searchKey(query.search.trim());
    const markers = toMarkers(found, genes, level.types)
      .filter(({ gene }) => searchKey(gene).includes(searched))
      .toSorted(compareBy(query));
    const start = (query.page - 1) * query.page_size;
    return toPage(markers.slice(start, start + query.page_size), markers.length, query);
  },
);
