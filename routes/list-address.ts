/** Page, order and filter of a list in an address of the web application. */
import type { z } from 'zod';

export interface ListQuery {
  page: number;
  page_size: number;
  sort: string;
  order: 'asc' | 'desc';
  search?: string;
}

export type ListDefaults = Partial<Omit<ListQuery, 'search'>>;

/** Fields of a list's query by their names in an address. */
const FIELDS = new Map([
  ['page', 'page'],
  ['size', 'page_size'],
  ['sort', 'sort'],
  ['order', 'order'],
  ['search', 'search'],
]);

/** Lists that begin in another order than their call, or with pages of another size. */
export const FIRST_ORDER = {
  atlas: { page_size: 50 },
  atlasOfHome: { page_size: 5 },
  recentFiles: { order: 'desc' },
  geneSets: { sort: 'name' },
  modules: { sort: 'page_number' },
  members: { sort: 'kme', order: 'desc' },
} as const satisfies Record<string, ListDefaults>;

/** What the call of a list is asked at an address; `shape` is its query. An address with a wrong value has the defaults. */
export function listQueryAt<S extends z.ZodType<ListQuery>>(
  shape: S,
  given: URLSearchParams,
  defaults: ListDefaults = {},
): z.output<S> {
  const read: Record<string, string> = {};
  for (const [name, field] of FIELDS) {
    const value = given.get(name);
    if (value !== null) read[field] = value;
  }
  const parsed = shape.safeParse({ ...defaults, ...read });
  return parsed.success ? parsed.data : shape.parse(defaults);
}

/** Whether an address says nothing else than what its list shows. */
export function isOfListAlone(given: URLSearchParams): boolean {
  return [...given.keys()].every((name) => FIELDS.has(name));
}
