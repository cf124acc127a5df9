import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';

/** @returns the exit code of the command beside a server that answers with this status, or none if null */
async function checkBeside(status: number | null): Promise<number | null> {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, reply) => {
    asked.push(url);
    reply.writeHead(status ?? 500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (status === null) await new Promise((resolve) => server.close(resolve));
  const child = execFile(process.execPath, [path.join(import.meta.dirname, 'check-alive.ts')], {
    env: { ...process.env, PORT: String(port) },
  });
  await once(child, 'exit');
  server.close();
  expect(asked).toEqual(status === null ? [] : ['/healthz']);
  return child.exitCode;
}

test('the check of a container succeeds while its web process answers', async () => {
  expect(await checkBeside(200)).toBe(0);
  expect(await checkBeside(500)).toBe(1);
  expect(await checkBeside(null)).toBe(1);
});
