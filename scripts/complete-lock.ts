/**
 * `npm run lock`: creates package-lock.json from scratch, then adds packages of other platforms that the registry does not
 * have. npm silently leaves those out of the lock, and `npm ci` then refuses it as incomplete. An added entry has
 * version, system and processor; `npm ci` skips it on other platforms.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** The platform in the name of a platform package, such as `binding-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const system = SYSTEMS.find((candidate) => words.includes(candidate));
  const processor = PROCESSORS.find((candidate) => words.includes(candidate));
  const musl = words.some((word) => word.startsWith('musl'));
  const glibc = words.some((word) => word.startsWith('gnu'));
  return {
    ...(processor ? { cpu: [processor] } : {}),
    ...(system ? { os: [system] } : {}),
    ...(musl ? { libc: ['musl'] } : glibc ? { libc: ['glibc'] } : {}),
  };
}

/** Adds optional dependencies that the lock lacks. @returns their names */
function addMissing(lock: Lock): string[] {
  const added: string[] = [];
  for (const [location, owner] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const hoisted = `node_modules/${name}`;
      const nested = location === '' ? hoisted : `${location}/node_modules/${name}`;
      if (lock.packages[hoisted] || lock.packages[nested]) continue;
      lock.packages[hoisted] = {
        version,
        ...platformOf(name),
        ...(owner.dev ? { dev: true } : {}),
        // Platform packages are published with their owner and under its licence.
        ...(owner.license ? { license: owner.license } : {}),
        optional: true,
      };
      added.push(`${name}@${version}`);
    }
  }
  return added;
}

function makeLock(): Lock {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'omicon-lock-'));
  try {
    const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    for (const file of ['package.json', '.npmrc', ...workspaces.map((folder) => `${folder}/package.json`)]) {
      cpSync(path.join(root, file), path.join(scratch, file));
    }
    const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status } = spawnSync('npm', args, { cwd: scratch, stdio: 'inherit' });
    if (status !== 0) throw new Error('npm could not create the lock file.');
    return JSON.parse(readFileSync(path.join(scratch, 'package-lock.json'), 'utf8')) as Lock;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const lock = makeLock();
const added = addMissing(lock);
const packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path.join(root, 'package-lock.json'), `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
console.log(`package-lock.json created; added for other platforms: ${added.length}`);
