/**
 * A folder in memory for what tests write. Tests create and delete hundreds of databases of 800 files, and file systems
 * without a journal take half a second for each, since they avoid recently deleted inodes.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^omicon-test-(\d+)-/;
const GIB = 2 ** 30;
/** More than a run writes. */
const MIN_FREE = 6 * GIB;
/** With room for the processes of a run. */
const MIN_MEMORY = 12 * GIB;

/** Whether /dev/shm is a file system in memory from which programs can be started: root's Postgres is copied there. */
function isUsable(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.findLast((line) => line.split(' ')[1] === MEMORY)?.split(' ');
  if (options?.[2] !== 'tmpfs' || options[3]?.split(',').includes('noexec') !== false) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_FREE && process.availableMemory() >= MIN_MEMORY;
}

/** Deletes folders of this user's runs that were killed; those of other users cannot be deleted. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    const folder = path.join(MEMORY, name);
    if (statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes this process and those that it starts write temporary files and databases to memory, if there is enough; the
 * folder is deleted when this process exits.
 */
export function writeToMemory(): void {
  if (!isUsable()) return;
  removeLeftovers();
  const folder = mkdtempSync(path.join(MEMORY, `omicon-test-${process.pid}-`));
  // As /tmp: Postgres runs as user nobody if root runs the tests.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.env.OMICON_ROOT_POSTGRES_DIR = path.join(folder, 'postgres');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
