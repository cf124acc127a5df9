/**
 * `npm run test:cluster`: browser journeys against three web processes, two workers and two search nodes, on one
 * Postgres with a replica and one S3 store, behind a proxy that spreads requests and sockets; then each of these parts
 * is killed once. Arguments select journeys, without the kills; the default is all that can run in a cluster.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from '../server/base/pages/build-web.ts';
import { installTool } from '../server/test-support/debian/debian-packages.ts';
import { findChromium, RADOSGW } from '../server/test-support/debian/debian-tools.ts';
import { startGateway } from '../server/test-support/store/radosgw.ts';

/** Journeys that start and kill their own processes, or need the demo identity providers, which are in one process. */
const ALONE = ['kill', 'start', 'talk-kill', 'single-sign-on'];

/** As many as a cluster has parts. */
const KILLS = 13;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

function listJourneys(): string[] {
  const named = process.argv.slice(2);
  if (named.length > 0) return named;
  return globSync('*/*.journey.ts', { cwd: path.join(root, 'journeys') })
    .map((file) => path.basename(file, '.journey.ts'))
    .filter((name) => !ALONE.includes(name))
    .sort();
}

const chromium = findChromium();
if (chromium === null || !installTool(RADOSGW)) {
  console.error(
    'Chromium and radosgw are needed: apt-get install chromium-headless-shell ceph-mon ceph-osd radosgw',
  );
  process.exit(1);
}
await buildWeb();
const { gateway, stop } = await startGateway();
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'journeys/vitest.config.ts',
    ...listJourneys().map((name) => `/${name}.journey.ts`),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      OMICON_CHROMIUM: chromium,
      OMICON_JOURNEYS_ON: 'cluster',
      OMICON_JOURNEYS_GATEWAY: JSON.stringify(gateway),
    },
  },
);
await stop();
if (process.argv.length > 2 || status !== 0) process.exit(status ?? 1);
const killing = spawnSync(process.execPath, [path.join(root, 'faults/main.ts'), 'cluster'], {
  cwd: root,
  stdio: 'inherit',
  env: { OMICON_KILLS: String(KILLS), ...process.env },
});
process.exit(killing.status ?? 1);
