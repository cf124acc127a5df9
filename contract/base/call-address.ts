import type { BodyInput, ParamsOf, QueryInput } from './endpoint.ts';

/** A part may be omitted if the endpoint has none, or if all of its fields have defaults. */
type Part<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: Value }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** Path parameters, query and body of a call. */
export type CallInput<E> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>;

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Path and query of a call; undefined, null and empty query values are omitted. */
export function callAddress(path: string, { params, query }: { params?: unknown; query?: unknown }): string {
  let filled = path;
  for (const [name, value] of entriesOf(params)) {
    filled = filled.replace(`:${name}`, encodeURIComponent(String(value)));
  }
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
