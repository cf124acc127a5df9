/** Puts the replies of a page's first calls into the page. */

import { callAddress } from '@omicon/contract/base/call-address.ts';
import { FIRST_REPLIES_ID, type PageFrame } from '@omicon/contract/base/page-frame.ts';
import { type Call, firstCallsAt } from '@omicon/routes/first-calls.ts';
import { FRAME_CALLS } from '@omicon/routes/frame-calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A page is sent without replies that take longer; its script then makes the calls. */
export const FIRST_REPLIES_MS = 250;

function pathOf({ endpoint, input }: Call): string {
  return callAddress(endpoint.path, input);
}

/** The body of a call with the cookie of the visitor; null if it is refused or fails, or comes after `late`. */
async function replyTo(
  app: FastifyInstance,
  request: FastifyRequest,
  { path, late }: { path: string; late: Promise<null> },
): Promise<string | null> {
  const { cookie, 'user-agent': agent } = request.headers;
  const answered = app.inject({
    method: 'GET',
    url: path,
    remoteAddress: request.ip,
    headers: {
      host: request.headers.host ?? 'localhost',
      ...(cookie === undefined ? {} : { cookie }),
      ...(agent === undefined ? {} : { 'user-agent': agent }),
    },
  });
  const reply = await Promise.race([answered, late]).catch(() => null);
  return reply?.statusCode === 200 ? reply.body : null;
}

/**
 * The element with the first replies of a page, for documents that a browser opens. They come from the ordinary routes,
 * so a visitor sees in it what the calls would have told, and nothing more.
 * @returns the element as HTML; empty for other requests
 */
export async function firstReplies(
  app: FastifyInstance,
  request: FastifyRequest,
  { frame, mostMs }: { frame: PageFrame; mostMs: number },
): Promise<string> {
  if (request.headers['sec-fetch-dest'] !== 'document') return '';
  const late = new Promise<null>((resolve) => setTimeout(resolve, mostMs, null).unref());
  const replies = new Map<string, string>();
  async function callAll(paths: readonly string[]): Promise<void> {
    const bodies = await Promise.all(
      paths.map(async (path) => ({ path, body: await replyTo(app, request, { path, late }) })),
    );
    for (const { path, body } of bodies) if (body !== null) replies.set(path, body);
  }
  const { own, beside, after } = firstCallsAt(request.url);
  const ownPath = own === null ? [] : [pathOf(own)];
  await callAll([...FRAME_CALLS[frame].map(({ path }) => path), ...ownPath, ...beside.map(pathOf)]);
  const record = replies.get(ownPath[0] ?? '');
  if (record !== undefined && after !== undefined) await callAll(after(record).map(pathOf));
  // No text of a record can end the element.
  const members = [...replies].map(([path, body]) => `${JSON.stringify(path)}:${body}`);
  const json = `{${members.join(',')}}`.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${FIRST_REPLIES_ID}">${json}</script>`;
}
