/**
 * Each of server, worker and database killed twenty times during each of four kinds of write (REL-1): the journey
 * `kill` at its full size.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY } from '../../server/config.ts';

const KILLS_EACH = 20;

export async function killEverything(): Promise<void> {
  const runner = path.join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--config', 'journeys/vitest.config.ts', 'kills/kill.journey'];
  const { status } = spawnSync(process.execPath, [runner, ...args], {
    cwd: REPOSITORY,
    stdio: 'inherit',
    env: { ...process.env, OMICON_KILLS: process.env.OMICON_KILLS ?? String(KILLS_EACH) },
  });
  if (status !== 0)
    throw new Error('Acknowledged data is missing or incomplete, or the product did not restart.');
}
