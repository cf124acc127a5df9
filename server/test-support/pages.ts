/** Requests like those of the portal's pages: with cookies, client header and origin. */
import type { LightMyRequestResponse } from 'fastify';
import type { TestPortal } from './portal.ts';

export const ORIGIN = 'https://omicon.test';

/** Headers of every call of a page. */
export const PAGE = { 'x-omicon-client': 'web', origin: ORIGIN, host: 'omicon.test' } as const;

export interface LoginOptions {
  username: string;
  password: string;
  /** default: a page */
  headers?: Record<string, string>;
  remoteAddress?: string;
}

export function logIn(
  portal: TestPortal,
  { username, password, headers = PAGE, remoteAddress = '192.0.2.1' }: LoginOptions,
): Promise<LightMyRequestResponse> {
  return portal.app.inject({
    method: 'POST',
    url: '/api/user-login',
    headers,
    remoteAddress,
    payload: { username, password },
  });
}

/** The cookies a reply sets, as the browser sends them back. */
export function cookieHeader(response: LightMyRequestResponse): string {
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Listens on a free port of loopback, for tests that need real connections. */
export async function listen(portal: TestPortal): Promise<string> {
  return portal.app.listen({ port: 0, host: '127.0.0.1' });
}
