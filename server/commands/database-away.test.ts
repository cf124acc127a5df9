/** Commands beside a running product. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../base/postgres/embedded-postgres.ts';
import { REPOSITORY } from '../config.ts';

/** Longer than a command waits for a connection and then for the data folder. */
const AWAY_MS = 6500;

test('a command waits for the database of a running product to come back', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-away-'));
  // This process holds the folder, as a running product does.
  const postgres = await startEmbeddedPostgres(folder, { isDurable: false });
  try {
    const pid = postgres.pid();
    if (pid === undefined) throw new Error('The database has ended.');
    process.kill(pid, 'SIGSTOP');
    const command = spawn(process.execPath, [path.join(REPOSITORY, 'server/commands/verify.ts'), '--json'], {
      env: { ...process.env, OMICON_DATA_DIR: folder, LOG_LEVEL: 'silent' },
    });
    let printed = '';
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
    const ended = once(command, 'close');
    await sleep(AWAY_MS);
    process.kill(pid, 'SIGCONT');
    expect([(await ended)[0], printed]).toEqual([0, expect.stringContaining('"lost_refs":')]);
  } finally {
    await postgres.stop();
    removeEmbeddedPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});
