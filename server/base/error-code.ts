/** Code of an error of Node, Postgres or a library, such as `ENOENT`; empty without one. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
