// Starts a TypeScript entry of this repository with any Node from 18 on and no installed packages.
// Installs the packages of the lock file if it has changed, then runs the entry with the pinned Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Hash of everything that determines the content of node_modules. */
function installationStamp() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** Runs `npm ci` unless the installed packages match the lock file. */
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
    console.error('The packages could not be installed; see the message of npm above.');
    process.exit(npm.status ?? 1);
  }
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** The pinned Node 24, which npm installs as a package, or the running Node if it is new enough. */
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
// Without the folder of the built application, which would cause endless restarts.
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
 * The compile cache of Node, for faster starts. It is beside the code, so that only those who can change the code can
 * change the cache; in a read-only installation there is none.
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
