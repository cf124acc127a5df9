/** A connection can be reused after a body is refused midway. */
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { createBugReport } from '@omicon/contract/areas/feedback.ts';
import { createPartLinks, createUpload, getUpload } from '@omicon/contract/areas/files/files.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { aForm, metadataPart, screenshotPart } from '../../test-support/files/report-forms.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { PortalError } from '../errors.ts';
import { openEventHub } from '../postgres/events.ts';
import { bodyOf } from './request-body.ts';

const MIB = 1024 * 1024;

let portal: TestPortal;
let lab: Caller;
let app: FastifyInstance;
let address: string;
let closeHub: () => Promise<void>;
/** one connection for all requests of a test */
let agent: http.Agent;

beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  const hub = await openEventHub(portal.services.config.databaseUrl ?? '');
  closeHub = () => hub.close();
  app = await buildApp({ services: portal.services, hub, maxEventLoopDelayMs: 0 });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  vi.restoreAllMocks();
  agent.destroy();
});
afterAll(async () => {
  await app.close();
  await closeHub();
  await portal.close();
});

interface Answer {
  status: number | undefined;
  isSameConnection: boolean;
}

function ask(
  method: 'GET' | 'PUT' | 'POST',
  url: string,
  body?: Buffer,
  type: Record<string, string> = { 'content-type': 'application/zip' },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Token ${lab.token}`, ...type };
    const request = http.request(`${address}${url}`, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode, isSameConnection: request.reusedSocket }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function aPart(size_bytes: number): Promise<{ id: number; url: string }> {
  agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const body = { file_name: 'GSE4271.zip', size_bytes, kind: 'collection' as const };
  const { upload_id: id } = (await portal.call(createUpload, { as: lab, body })).reply;
  const links = await portal.call(createPartLinks, { as: lab, params: { id }, body: { numbers: [1] } });
  return { id, url: links.reply.links[0]?.url ?? '' };
}

async function isReceived(id: number): Promise<boolean | undefined> {
  const { parts } = (await portal.call(getUpload, { as: lab, params: { id } })).reply;
  return parts[0]?.is_received;
}

test('a part that is larger than announced is refused, and the right one comes over the same connection', async () => {
  const { id, url } = await aPart(1000);
  expect((await ask('PUT', url, Buffer.alloc(900_000))).status).toBe(400);
  for (let turn = 0; turn < 12; turn += 1)
    expect(await ask('GET', `/api/uploads/${id}/`)).toEqual({ status: 200, isSameConnection: true });
  expect(await ask('PUT', url, Buffer.alloc(1000))).toEqual({ status: 200, isSameConnection: true });
  expect(await isReceived(id)).toBe(true);
});

test('so is one refused by the store, read partly or not at all, many times', async () => {
  const { id, url } = await aPart(900_000);
  const away = new PortalError('unavailable', 'Away.', { retryAfterSeconds: 5 });
  let times = 0;
  const put = vi.spyOn(portal.services.store, 'put').mockImplementation(async (content) => {
    times += 1;
    if (times % 2 === 0) for await (const _ of content) break;
    content.destroy();
    throw away;
  });
  for (let turn = 0; turn < 12; turn += 1) {
    expect((await ask('PUT', url, Buffer.alloc(900_000))).status).toBe(503);
    expect(await ask('GET', `/api/uploads/${id}/`)).toEqual({ status: 200, isSameConnection: true });
  }
  put.mockRestore();
  expect(await ask('PUT', url, Buffer.alloc(900_000))).toEqual({ status: 200, isSameConnection: true });
  expect(await isReceived(id)).toBe(true);
});

test('a body that continues far beyond its refusal is cut off', async () => {
  const { url } = await aPart(1000);
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let answered = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    answered += chunk.toString();
  });
  const head = [`PUT ${url} HTTP/1.1`, 'Host: omicon.test', `Authorization: Token ${lab.token}`];
  socket.write(
    `${[...head, 'Content-Type: application/zip', `Content-Length: ${500 * MIB}`].join('\r\n')}\r\n\r\n`,
  );
  const write = () =>
    new Promise<boolean>((resolve) => {
      socket.once('close', () => resolve(false));
      socket.write(Buffer.alloc(MIB), (error) => resolve(!error));
    });
  let sent = 0;
  while (sent < 500 && (await write())) sent += 1;
  expect(answered).toMatch(/^HTTP\/1\.1 400 /);
  // Some more may lie between both.
  expect(sent).toBeGreaterThanOrEqual(64);
  expect(sent).toBeLessThan(128);
});

test('so is a form with a part refused before the others arrived', async () => {
  const { id } = await aPart(1000);
  const large = screenshotPart(Buffer.alloc(4 * 1024 * 1024));
  const forms = [
    [aForm([screenshotPart('no picture'), large, metadataPart()]), 415],
    [aForm([{ name: 'other', bytes: 'x' }, large]), 400],
    [aForm([{ name: 'metadata', bytes: '{' }, large, large]), 400],
    [aForm([metadataPart(), screenshotPart(Buffer.alloc(20 * 1024 * 1024))]), 413],
  ] as const;
  for (const [{ body, headers }, status] of forms) {
    expect((await ask('POST', createBugReport.path, body, headers)).status).toBe(status);
    // One that was refused by its length alone may be closed instead.
    expect((await ask('GET', `/api/uploads/${id}/`)).status).toBe(200);
  }
});

test('a connection that breaks midway leaves no part', async () => {
  const { id, url } = await aPart(900_000);
  const headers = {
    authorization: `Token ${lab.token}`,
    'content-type': 'application/zip',
    'content-length': 900_000,
  };
  const request = http.request(`${address}${url}`, { agent, method: 'PUT', headers });
  const broken = new Promise((resolve) => request.once('error', resolve));
  request.write(Buffer.alloc(400_000), () => setTimeout(() => request.destroy(), 100));
  await broken;
  expect(await isReceived(id)).toBe(false);
});

test('a body refused before its reader starts fails the reader with the refusal', async () => {
  const request = new PassThrough();
  const refusal = new PortalError('invalid_input', 'This part is larger than it should be.');
  const body = bodyOf(request as unknown as IncomingMessage, 3, refusal);
  request.write('IDH1');
  // Nobody listens to the body yet, as while a store begins an upload.
  await new Promise((resolve) => body.once('close', resolve));
  const read = async () => {
    for await (const _ of body);
  };
  await expect(read()).rejects.toBe(refusal);
});
