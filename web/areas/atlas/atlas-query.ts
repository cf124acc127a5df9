/** What the address asks of the atlas. */
import { getAtlas } from '@omicon/contract/areas/analyses/atlas.ts';
import { FIRST_ORDER, listQueryAt } from '@omicon/routes/list-address.ts';
import { z } from 'zod';
import { type DataSetFilters, GROUPINGS } from './data-set-groups.ts';

const { in_all, in_any, in_none, least_support } = getAtlas.query.shape;

/** What of the address the list itself does not read; wrong values count as missing. */
export const viewShape = z.object({
  in_all: in_all.catch([]),
  in_any: in_any.catch([]),
  in_none: in_none.catch([]),
  least_support: least_support.catch(2),
  group: z.enum(GROUPINGS).catch('disease'),
  /** numbers of the themes that are open */
  open: z
    .string()
    .catch('')
    .transform((text) => new Set(text.split(',').map(Number).filter(Boolean))),
});
export type AtlasView = z.output<typeof viewShape>;

/** The query of the call at an address, with the filters of its view. */
export function atlasQueryAt(
  given: URLSearchParams,
  view: Pick<AtlasView, keyof DataSetFilters | 'least_support'>,
) {
  return {
    ...listQueryAt(getAtlas.query, given, FIRST_ORDER.atlas),
    in_all: view.in_all.join(','),
    in_any: view.in_any.join(','),
    in_none: view.in_none.join(','),
    least_support: view.least_support,
  };
}
export type AtlasQuery = ReturnType<typeof atlasQueryAt>;

export const SORTS = {
  support: { title: 'Cohorts found in', order: 'desc' },
  theme: { title: 'Theme', order: 'asc' },
  title: { title: 'Title', order: 'asc' },
  modules: { title: 'Modules', order: 'desc' },
  data_sets: { title: 'Data sets', order: 'desc' },
} as const satisfies Record<AtlasQuery['sort'], { title: string; order: 'asc' | 'desc' }>;

/** Filters as the address has them; null removes one. */
export function filtersInAddress(filters: DataSetFilters): Record<keyof DataSetFilters, string | null> {
  const inAddress = (ids: readonly number[]) => (ids.length === 0 ? null : ids.join(','));
  return {
    in_all: inAddress(filters.in_all),
    in_any: inAddress(filters.in_any),
    in_none: inAddress(filters.in_none),
  };
}

/** The address of the atlas without filters and search, in the same view. */
export const NO_FILTERS = {
  in_all: null,
  in_any: null,
  in_none: null,
  least_support: null,
  search: null,
  page: null,
};
