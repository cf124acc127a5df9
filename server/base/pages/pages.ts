/** Serves the built web application: index.html as a template with a nonce per response, assets as immutable. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOADING_PATH } from '@omicon/contract/areas/people/single-sign-on.ts';
import { LOOK_COOKIE, readLook } from '@omicon/contract/base/page-frame.ts';
import { frameOf } from '@omicon/routes/match-route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REPOSITORY } from '../../config.ts';
import { PortalError } from '../errors.ts';
import { FIRST_REPLIES_MS, firstReplies } from './first-replies.ts';
import { parseTemplate, type Template, withLinks } from './preload-links.ts';

export const WEB_DIST = path.join(REPOSITORY, 'web/dist');

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
  ['.bcmap', 'application/octet-stream'],
]);

/** Content security policy: no other origins, no inline scripts; styles only with the nonce or from files. */
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

/** The path of a request; the root if it is not a valid URL. */
function pathOf(url: string): string {
  return URL.parse(url, 'http://local')?.pathname ?? '/';
}

interface IndexParts {
  request: FastifyRequest;
  reply: FastifyReply;
  template: Template;
  /** how long the page waits for its first replies */
  mostMs: number;
}

/** The page for everybody, with a skeleton of the content at its address in the chosen colour scheme. */
async function sendIndex(
  app: FastifyInstance,
  { request, reply, template, mostMs }: IndexParts,
): Promise<FastifyReply> {
  const frame = frameOf(pathOf(request.url));
  const replies = await firstReplies(app, request, { frame, mostMs });
  const nonce = randomBytes(18).toString('base64url');
  const look = readLook(request.cookies[LOOK_COOKIE]);
  const page = withLinks(template, request.url, frame)
    .replace('__OMICON_FRAME__', frame)
    .replace('__OMICON_SCHEME__', look.scheme)
    .replace('__OMICON_MENU__', look.isFolded ? 'folded' : 'open')
    .replaceAll('__OMICON_NONCE__', nonce)
    .replace('__OMICON_FIRST_REPLIES__', () => replies);
  return reply
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}

/**
 * Files of a built application by path, with '/' between folders. They are cached (a few megabytes), so a slow client
 * holds no open file; a new build takes effect at the next start.
 */
async function readBuilt(dist: string): Promise<ReadonlyMap<string, Buffer>> {
  const built = new Map<string, Buffer>();
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    built.set(`/${path.relative(dist, file).replaceAll(path.sep, '/')}`, await readFile(file));
  }
  return built;
}

function notHere(): PortalError {
  return new PortalError('not_found', 'There is nothing at this address.');
}

/** The script of the frame that draws documents; its name contains a content hash. */
const FRAME_SCRIPT = /^docx-frame-[\w-]+\.js$/;

/**
 * Policy of the frame that draws documents: opaque origin even if opened directly, one script, no calls, only pictures
 * from the document. The script writes styles.
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

function sendFrame(reply: FastifyReply, script: string): FastifyReply {
  const nonce = randomBytes(18).toString('base64url');
  return reply
    .header('content-security-policy', framePolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Document</title></head><body><script nonce="${nonce}" src="/assets/${script}"></script></body></html>`,
    );
}

/** Every address that is not a file belongs to the application's router. */
export function registerPages(app: FastifyInstance, dist: string, mostMs = FIRST_REPLIES_MS): void {
  let built: Promise<ReadonlyMap<string, Buffer>> | null = null;
  let template: Template | null = null;

  async function find(location: string): Promise<Buffer> {
    built ??= readBuilt(dist);
    const files = await built.catch((error: unknown) => {
      built = null;
      throw error;
    });
    const file = files.get(location);
    if (file === undefined) throw notHere();
    return file;
  }

  async function sendFile(reply: FastifyReply, location: string, caching: string): Promise<FastifyReply> {
    const type = TYPES.get(path.extname(location)) ?? 'application/octet-stream';
    const file = await find(location);
    return reply.header('cache-control', caching).type(type).send(file);
  }

  app.get('/assets/*', async (request, reply) => {
    const location = pathOf(request.url);
    // Requested by a frame with an opaque origin, for which every request is cross-site.
    if (FRAME_SCRIPT.test(path.posix.basename(location)))
      reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendFile(reply, location, 'public, max-age=31536000, immutable');
  });
  app.get<{ Params: { script: string } }>('/docx-frame/:script', async ({ params: { script } }, reply) => {
    if (!FRAME_SCRIPT.test(script)) throw notHere();
    await find(`/assets/${script}`);
    return sendFrame(reply, script);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request.url);
    const isCall = pathname.startsWith('/api') || pathname.startsWith('/ws');
    if (request.method !== 'GET' || isCall) throw notHere();
    // Browsers request it for documents that name no icon, such as replies of calls and files.
    if (pathname === '/favicon.ico') return reply.redirect('/favicon.svg', 301);
    if (/^\/[\w-]+\.(svg|png|webp|txt)$/.test(pathname))
      return sendFile(reply, pathname, 'public, max-age=3600');
    // Keeps the window handle, so that the opening page can close the popup after a sign-in at another site.
    if (pathname.replace(/\/$/, '') === LOADING_PATH)
      reply.header('cross-origin-opener-policy', 'unsafe-none');
    template ??= parseTemplate((await find('/index.html')).toString());
    return sendIndex(app, { request, reply, template, mostMs });
  });
}
