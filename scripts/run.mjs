// Starts a TypeScript entry of this repository with any Node from 18 on and no installed packages.
// Installs the packages of the lock file if it has changed, then runs the entry with the pinned Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const LEAST_NODE = 18;
const PLATFORM = process.platform === 'win32' ? 'win' : process.platform;

/** The pinned Node 24, which npm installs as a package. */
const PINNED = path.join(
  root,
  'node_modules',
  `node-${PLATFORM}-${process.arch}`,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Before anything is installed. */
function refuseOldNode() {
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) return;
  console.error(
    `Omicon needs Node ${LEAST_NODE} or later to start (it then installs its own Node 24); this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}

/** The packages of the lock file, by their folders. */
function readLock() {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
}

/** Hash of everything that determines the content of node_modules. */
function installationStamp() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function isOfThisMachine({ os, cpu, libc }) {
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return (
    (os === undefined || os.includes(process.platform)) &&
    (cpu === undefined || cpu.includes(process.arch)) &&
    (libc === undefined || libc.includes(isMusl ? 'musl' : 'glibc'))
  );
}

/**
 * A package of the lock file that this machine needs and does not have; null if all are there. npm leaves out optional
 * packages that do not support the Node it runs with, and says nothing.
 */
function findMissing() {
  for (const [folder, entry] of Object.entries(readLock())) {
    const isBound = entry.os !== undefined || entry.cpu !== undefined;
    if (folder === '' || (entry.optional && !(isBound && isOfThisMachine(entry)))) continue;
    // A workspace is a link to a folder of the repository.
    if (!existsSync(path.join(root, folder, 'package.json'))) return folder;
  }
  return null;
}

/** Runs `npm ci`, with this Node or with the pinned one. */
function runNpm(node) {
  const options = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  const npmScript = process.env.npm_execpath;
  const isOwn = node === process.execPath || npmScript === undefined || !/npm-cli\.c?js$/.test(npmScript);
  const [command, args] = isOwn ? ['npm', options] : [node, [npmScript, ...options]];
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isOwn && process.platform === 'win32',
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  if (status === 0) return;
  console.error('The packages could not be installed; see the message of npm above.');
  process.exit(status ?? 1);
}

/** The pinned Node in a folder that the next `npm ci` does not delete. */
function copyPinned() {
  const copy = path.join(root, 'var', `installing-${process.pid}`, path.basename(PINNED));
  mkdirSync(path.dirname(copy), { recursive: true });
  copyFileSync(PINNED, copy);
  return copy;
}

/** Installs the packages of the lock file, unless all of them are there. */
function installWhenChanged() {
  const stampFile = path.join(root, 'node_modules', '.omicon-stamp');
  const stamp = installationStamp();
  const isStamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isStamped && findMissing() === null) return;
  console.log(
    isStamped
      ? 'Installing packages (some are missing) ...'
      : 'Installing packages (first start, or the lock file changed) ...',
  );
  runNpm(process.execPath);
  if (findMissing() !== null && existsSync(PINNED)) {
    console.log(`Installing packages that Node ${process.versions.node} leaves out ...`);
    const node = copyPinned();
    runNpm(node);
    rmSync(path.dirname(node), { recursive: true, force: true });
  }
  const missing = findMissing();
  if (missing !== null) {
    console.error(
      `npm did not install ${missing}. Start again with Node 20.19, 22.12 or later; this is Node ${process.versions.node}.`,
    );
    process.exit(1);
  }
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** The pinned Node 24, or the running Node if it is new enough. */
function findNode() {
  if (existsSync(PINNED)) return PINNED;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(
    `Omicon needs Node 24; none comes for ${PLATFORM}-${process.arch}. Install it and start again.`,
  );
  process.exit(1);
}

refuseOldNode();
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
  'web/actions',
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
