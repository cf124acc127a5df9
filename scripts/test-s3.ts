/**
 * `npm run test:s3`: the S3 driver, uploads and downloads against a real store. Arguments are passed to the test
 * runner.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTool } from '../server/test-support/debian/debian-packages.ts';
import { findChromium, RADOSGW } from '../server/test-support/debian/debian-tools.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
if (!installTool(RADOSGW)) {
  console.error('radosgw is missing and could not be installed: apt-get install ceph-mon ceph-osd radosgw');
  process.exit(1);
}
const chromium = findChromium();
if (chromium !== null) process.env.OMICON_CHROMIUM = chromium;
const runner = path.join(root, 'node_modules/vitest/vitest.mjs');
const args = ['run', '--config', 'server/vitest.s3.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [runner, ...args], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
