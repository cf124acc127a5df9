/** Puts the replies of a page's first calls into the page. */

import { addressCallAt } from '@omicon/contract/address-calls.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import { FIRST_REPLIES_ID, type PageFrame } from '@omicon/contract/base/page-frame.ts';
import { FIRST_CALLS } from '@omicon/contract/first-replies.ts';
import { recordCallsAt, screenCallsAt } from '@omicon/contract/screen-calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A page is sent without replies that take longer; its script then makes the calls. */
export const FIRST_REPLIES_MS = 250;

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
  const own = addressCallAt(request.url);
  const ownPaths = own === null ? [] : [callAddress(own.endpoint.path, own.input)];
  await callAll([...FIRST_CALLS[frame].map(({ path }) => path), ...ownPaths, ...screenCallsAt(request.url)]);
  const record = replies.get(ownPaths[0] ?? '');
  if (record !== undefined) await callAll(recordCallsAt(request.url, record));
  // No text of a record can end the element.
  const members = [...replies].map(([path, body]) => `${JSON.stringify(path)}:${body}`);
  const json = `{${members.join(',')}}`.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${FIRST_REPLIES_ID}">${json}</script>`;
}
