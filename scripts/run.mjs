// Starts a TypeScript entry of this repository from nothing: any Node from 18 on, no installed packages needed.
// Installs what the lock file says when it changed, then runs the entry on the pinned Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Hash of everything that decides what must lie in node_modules. */
function installationStamp() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** Runs `npm ci` unless the installed packages are those of the lock file. */
function installWhenChanged() {
  const stampFile = path.join(root, 'node_modules', '.omicon-stamp');
  const stamp = installationStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Installing packages (first start, or the lock file changed) ...');
  const npm = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' },
  );
  if (npm.status !== 0) {
    console.error('The packages could not be installed; npm says why above.');
    process.exit(npm.status ?? 1);
  }
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** The pinned Node 24 that npm brought as a plain package, or this one when it is new enough. */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = path.join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', binary);
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(
    `Omicon needs Node 24; none comes for ${platform}-${process.arch}. Install it and start again.`,
  );
  process.exit(1);
}

installWhenChanged();
const node = findNode();
const [first, ...rest] = process.argv.slice(2);
// The built application would restart it for ever, so its folder is not among them.
const WATCHED = [
  'server',
  'domain',
  'contract',
  'intake',
  'web/screens',
  'web/areas',
  'web/ui',
  'web/base',
  'web/layout',
];
const watch = first === '--watch' ? WATCHED.map((folder) => `--watch-path=${path.join(root, folder)}`) : [];
const [entry, ...args] = first === '--watch' ? rest : [first, ...rest];
/**
 * What Node compiled is kept for the next process, which then begins sooner. Beside the code that it belongs to:
 * who may write there may change the code itself, and where nobody may, nothing is kept.
 */
const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.compiled');
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', ...watch, path.join(root, entry), ...args],
  {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    },
  },
);

// A terminal sends Ctrl-C to the whole group; a service manager only to this process. The child handles a repeat.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
