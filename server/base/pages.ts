/** The built web application: index.html as a template with the nonce of the answer, assets for good. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LOADING_PATH } from '@omicon/contract/single-sign-on.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { REPOSITORY } from '../config.ts';
import { PortalError } from './errors.ts';

export const WEB_DIST = path.join(REPOSITORY, 'web/dist');

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
  ['.bcmap', 'application/octet-stream'],
]);

/** Nothing from elsewhere, no inline script; style only with the nonce or from files. */
export function pagePolicy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The path of a request; the root for one that no URL can have. */
function pathOf(url: string): string {
  return URL.parse(url, 'http://local')?.pathname ?? '/';
}

async function sendIndex(reply: FastifyReply, template: string): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64url');
  return reply
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(template.replaceAll('__OMICON_NONCE__', nonce));
}

async function sendAsset(reply: FastifyReply, file: string, isImmutable: boolean): Promise<FastifyReply> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new PortalError('not_found', 'There is nothing at this address.');
  return reply
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    .header('content-length', found.size)
    .type(TYPES.get(path.extname(file)) ?? 'application/octet-stream')
    .send(createReadStream(file));
}

/** The script of the frame that draws documents; its name carries the hash of its content. */
const FRAME_SCRIPT = /^docx-frame-[\w-]+\.js$/;

/**
 * The frame that draws documents: no origin of its own even when it is opened alone, one script, no calls, no pictures
 * but those out of the document. Styles are written by that script.
 */
function framePolicy(nonce: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

async function sendFrame(reply: FastifyReply, dist: string, script: string): Promise<FastifyReply> {
  const found =
    FRAME_SCRIPT.test(script) && (await stat(path.join(dist, 'assets', script)).catch(() => null));
  if (!found) throw new PortalError('not_found', 'There is nothing at this address.');
  const nonce = randomBytes(18).toString('base64url');
  return reply
    .header('content-security-policy', framePolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Document</title></head><body><script nonce="${nonce}" src="/assets/${script}"></script></body></html>`,
    );
}

/** Every address without a file of its own belongs to the application's router. */
export function registerPages(app: FastifyInstance, dist: string): void {
  app.get('/assets/*', async (request, reply) => {
    const file = path.resolve(dist, `.${pathOf(request.url)}`);
    if (!file.startsWith(`${dist}${path.sep}assets${path.sep}`))
      throw new PortalError('not_found', 'There is nothing at this address.');
    // Asked for by a frame without origin, to which everything is another site.
    if (FRAME_SCRIPT.test(path.basename(file))) reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendAsset(reply, file, true);
  });
  app.get<{ Params: { script: string } }>('/docx-frame/:script', async (request, reply) =>
    sendFrame(reply, dist, request.params.script),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request.url);
    const isCall = pathname.startsWith('/api') || pathname.startsWith('/ws');
    if (request.method !== 'GET' || isCall)
      throw new PortalError('not_found', 'There is nothing at this address.');
    if (/^\/[\w-]+\.(svg|png|ico|webp|txt)$/.test(pathname))
      return sendAsset(reply, path.join(dist, pathname), false);
    // The window that comes back from another site's sign-in can be closed by the page that opened it.
    if (pathname.replace(/\/$/, '') === LOADING_PATH)
      reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendIndex(reply, await readFile(path.join(dist, 'index.html'), 'utf8'));
  });
}
