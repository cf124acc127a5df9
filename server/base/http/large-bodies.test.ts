/** Clients that send far too much can read the refusal, with any program (REL-16). */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { login } from '@omicon/contract/areas/people/sign-in.ts';
import { errorReply } from '@omicon/contract/base/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { REPOSITORY } from '../../config.ts';
import { listen } from '../../test-support/pages.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { openWire } from '../../test-support/wire.ts';

const TIMES = 20;
const CLIENT = path.join(REPOSITORY, 'server/test-support/attacks/send-large-bodies.ts');
const run = promisify(execFile);

let portal: TestPortal;
let address: string;
beforeAll(async () => {
  portal = await openTestPortal();
  address = await listen(portal);
});
afterAll(() => portal.close());

/** Output of a separate program, by way of sending. */
async function sendMany(mebibytes: number): Promise<Record<string, string[]>> {
  const { stdout } = await run(process.execPath, [
    CLIENT,
    `${address}${login.path}`,
    String(mebibytes),
    String(TIMES),
  ]);
  return z.record(z.string(), z.array(z.string())).parse(JSON.parse(stdout));
}

/** The status, and the message if the rest is a valid refusal. */
function toShort(answer: string): string {
  const [, status, body] = /^(\d{3}) (\{.*\})$/.exec(answer) ?? [];
  return body === undefined ? answer : `${status} ${errorReply.parse(JSON.parse(body)).detail}`;
}

// Sends gigabytes, which takes minutes on a busy machine.
test.each([1, 5, 20, 60])(
  'a body of %i MiB gets its 413 every time, in every way',
  { timeout: 300_000 },
  async (mebibytes) => {
    const read = await sendMany(mebibytes);
    const counted = Object.entries(read).map(([way, answers]) => [
      way,
      [...new Set(answers.map(toShort))].map(
        (said) => `${answers.filter((each) => toShort(each) === said).length} times: ${said}`,
      ),
    ]);
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(Object.keys(read).map((way) => [way, ['20 times: 413 The request is too large.']])),
    );
  },
);

test('the connection is closed after the body only if the client requested it', async () => {
  const body = Buffer.alloc(5 * 1024 * 1024, 'x');
  const refusedWith = async (connection: string) => {
    const wire = await openWire(address);
    const head = [`POST ${login.path} HTTP/1.1`, 'host: omicon.test', 'content-type: application/json'];
    wire.socket.write(
      `${head.join('\r\n')}\r\nconnection: ${connection}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    wire.socket.write(body);
    expect(await wire.answers(1)).toMatch(/^HTTP\/1\.1 413 /);
    return wire;
  };
  const closed = await refusedWith('close');
  if (!closed.socket.closed) await once(closed.socket, 'close', { signal: AbortSignal.timeout(10_000) });
  const open = await refusedWith('keep-alive');
  open.socket.write('GET /healthz HTTP/1.1\r\nhost: omicon.test\r\n\r\n');
  expect(await open.answers(2)).toContain('{"alive":"yes"}');
  open.close();
});

test('a client that waits for the answer before it sends is refused at once', async () => {
  const wire = await openWire(address);
  const head = [`POST ${login.path} HTTP/1.1`, 'host: omicon.test', 'content-type: application/json'];
  wire.socket.write(`${head.join('\r\n')}\r\ncontent-length: ${20 * 1024 * 1024}\r\n\r\n`);
  expect(await wire.answers(1)).toMatch(/^HTTP\/1\.1 413 /);
  wire.close();
});
