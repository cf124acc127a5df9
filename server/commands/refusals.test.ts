/** Commands that fail print the reason in a sentence. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../config.ts';

function runCommand(name: string, settings: Record<string, string>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-command-'));
  try {
    return spawnSync(process.execPath, [path.join(REPOSITORY, `server/commands/${name}.ts`)], {
      env: { ...process.env, OMICON_DATA_DIR: folder, ...settings },
      encoding: 'utf8',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('an unavailable database is reported, without a stack trace', () => {
  const { status, stderr } = runCommand('verify', { DATABASE_URL: 'postgres://omicon@127.0.0.1:1/omicon' });
  expect(stderr).toBe(
    'The portal is not ready for a moment. Please try again. (connect ECONNREFUSED 127.0.0.1:1)\n',
  );
  expect(status).toBe(1);
});

test('an invalid setting is reported', () => {
  const { status, stderr } = runCommand('verify', { OMICON_COMMENTS_A_MINUTE: 'many' });
  expect(stderr).toContain('OMICON_COMMENTS_A_MINUTE');
  expect(stderr).not.toContain('.ts:');
  expect(status).toBe(2);
});

test('a port in use is said before anything is started or imported', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as net.AddressInfo;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-command-'));
  const portal = spawn(process.execPath, [path.join(REPOSITORY, 'server/main.ts'), '--import', 'corpus'], {
    env: { ...process.env, OMICON_DATA_DIR: folder, PORT: String(port), OMICON_HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  portal.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = await once(portal, 'exit');
  expect(said).toBe(
    `Omicon did not start:\nPort ${port} of 127.0.0.1 is in use: stop the other program, or choose another port with PORT.\n`,
  );
  expect([status, readdirSync(folder)]).toEqual([1, []]);
  other.close();
  rmSync(folder, { recursive: true, force: true });
});
