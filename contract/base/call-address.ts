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
