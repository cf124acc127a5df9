/** Builds the web application when its sources changed since the last build. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REPOSITORY } from '../../config.ts';
import { WEB_DIST } from './pages.ts';

const SOURCES = ['web', 'contract', 'domain', 'package-lock.json', 'web/build/licences.ts'];
const LEFT_OUT = new Set(['node_modules', 'dist']);

async function* listFiles(file: string): AsyncIterable<string> {
  const entries = await readdir(file, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    yield file;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT_OUT.has(entry.name)) continue;
    const inside = path.join(file, entry.name);
    if (entry.isDirectory()) yield* listFiles(inside);
    else yield inside;
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for await (const file of listFiles(path.join(REPOSITORY, source)))
      hash.update(path.relative(REPOSITORY, file)).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** @throws Error if the Vite build fails; its output is on the terminal */
export async function buildWeb(): Promise<void> {
  const stampFile = path.join(WEB_DIST, 'sources.txt');
  const stamp = await hashSources();
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return;
  console.log('Building the web application (first start, or its sources changed) ...');
  const vite = spawn(
    process.execPath,
    [path.join(REPOSITORY, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: path.join(REPOSITORY, 'web'),
      // A product started by a test must not build for development.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const code = await new Promise((resolve) => vite.once('exit', resolve));
  if (code !== 0) throw new Error('The web application could not be built.');
  await writeFile(stampFile, stamp);
}
