/**
 * Two versions on one database (REL-25): an older version runs, the present one migrates the database meanwhile, and
 * people sign in and read on both. Then a rollback: the older version is restarted on the newer schema.
 * OMICON_OLD_COMMIT names the older version; without it, the last commit before the newest migration.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeCollection } from '../bench/records.ts';
import { withCalibration } from '../bench/report/calibration.ts';
import {
  freePort,
  PASSWORD,
  signInByToken,
  startProcess,
  startSingle,
  until,
} from '../journeys/harness/portal.ts';
import { withFolder } from '../journeys/harness/temporary-folder.ts';
import { openServices } from '../server/base/open-services.ts';
import { startEmbeddedPostgres } from '../server/base/postgres/embedded-postgres.ts';
import { REPOSITORY, readConfig } from '../server/config.ts';
import { makeDemoAccounts } from '../server/demo/accounts.ts';

const MIGRATIONS = 'server/database/migrations';
const READS = [
  '/api/data-collections/',
  '/api/data-sets/',
  '/api/analyses/',
  '/api/user-permissions',
  '/readyz',
];
const NOT_READ: readonly number[] = [0, 401, 500, 502, 503];

function git(args: string[], cwd = REPOSITORY): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}

function findOldCommit(): string {
  const commit = process.env.OMICON_OLD_COMMIT;
  if (commit !== undefined) return git(['rev-parse', commit]);
  const newest = readdirSync(path.join(REPOSITORY, MIGRATIONS)).sort().at(-1) ?? '';
  const commits = git(['log', '--format=%H', '--diff-filter=A', '--', `${MIGRATIONS}/${newest}`]).split('\n');
  return git(['rev-parse', `${commits.at(-1)}^`]);
}

const versionsOf = (folder: string) => {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  return Object.entries(packages).filter(([name, { link }]) => name.startsWith('node_modules/') && !link);
};

/** Packages of the older version: those installed here if all versions are the same, else its own. */
function installPackages(folder: string): void {
  const here = new Map(versionsOf(REPOSITORY));
  const isSame = versionsOf(folder).every(([name, { version }]) => here.get(name)?.version === version);
  if (!isSame) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
    });
    return;
  }
  const packages = path.join(folder, 'node_modules');
  mkdirSync(path.join(packages, '@omicon'), { recursive: true });
  for (const name of readdirSync(path.join(REPOSITORY, 'node_modules')))
    if (name !== '@omicon')
      symlinkSync(path.join(REPOSITORY, 'node_modules', name), path.join(packages, name));
  // Its own workspaces, not those of this version.
  for (const name of readdirSync(path.join(REPOSITORY, 'node_modules/@omicon')))
    symlinkSync(path.join(folder, name), path.join(packages, '@omicon', name));
}

/** Starts the older version; resolves when it is ready or has exited. */
async function startOld(folder: string, env: Record<string, string>) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const started = startProcess(['--empty'], { ...env, PORT: String(port), OMICON_ROLE: 'web' }, folder);
  const isReady = async () => {
    if (started.process.exitCode !== null) return true;
    return fetch(`${address}/readyz`).then(
      ({ ok }) => ok || null,
      () => null,
    );
  };
  await until('the older version', isReady, 240_000);
  return { ...started, address };
}

/** Signs in and reads. @throws Error for an unexpected response */
async function expectServes(what: string, address: string): Promise<void> {
  const person = await signInByToken(address, 'demo_lab');
  const statuses: number[] = [];
  for (const url of READS) {
    const answer = await person.get(url);
    statuses.push(answer.status);
    await answer.text();
  }
  const isServing =
    statuses.slice(0, 3).every((status) => status === 200) &&
    !statuses.some((status) => NOT_READ.includes(status));
  console.log(`  ${isServing ? 'ok    ' : 'BROKEN'} ${what}: sign-in, reads ${statuses.join(', ')}`);
  if (!isServing) throw new Error(`${what}: ${statuses.join(', ')}`);
}

async function runBoth(folder: string, old: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(folder, { isDurable: true });
  const env = { DATABASE_URL: postgres.url };
  const older = { ...env, OMICON_DATA_DIR: path.join(folder, 'older') };
  const running: { stop(): Promise<unknown> }[] = [];
  const config = readConfig({
    ...older,
    OMICON_DATA_DIR: folder,
    OMICON_DEMO_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
  });
  try {
    const first = await startOld(old, older);
    running.push(first);
    if (first.process.exitCode !== null)
      throw new Error(`The older version did not start:\n${first.output()}`);
    const opened = await openServices(config, postgres.url, { connections: 2 });
    await makeDemoAccounts(opened.services);
    await opened.db.transaction().execute((tx) => makeCollection(tx, 'GSE92000'));
    await opened.close();
    await expectServes('the older version alone', first.address);
    const present = await startSingle({
      args: ['--empty'],
      dataDir: path.join(folder, 'present'),
      env: { ...env, OMICON_ROLE: 'web' },
    });
    running.push(present);
    await expectServes('the current version beside it', present.address);
    await expectServes('the older version, after the migration', first.address);
    await first.stop();
    const again = await startOld(old, older);
    running.push(again);
    if (again.process.exitCode === null)
      await expectServes('the older version, restarted on the newer schema', again.address);
    else
      console.log(
        `  note   the older version does not start on the newer schema: ${/.*(?:Error|missing).*/.exec(again.output())?.[0] ?? again.output().slice(-300)}`,
      );
    await expectServes('the current version after that', present.address);
  } finally {
    for (const each of running) await each.stop();
    await postgres.stop();
  }
}

/** The program of an older version, ready to start. */
export function checkOut(commit: string, folder: string): void {
  git(['clone', '--quiet', '--shared', '--no-checkout', REPOSITORY, folder]);
  git(['checkout', '--quiet', commit], folder);
  installPackages(folder);
}

export async function runSideBySide(): Promise<void> {
  await withFolder(async (folder) => {
    const old = path.join(folder, 'old');
    const commit = findOldCommit();
    checkOut(commit, old);
    const title = `version ${commit.slice(0, 7)} (${readdirSync(path.join(old, MIGRATIONS)).sort().at(-1)}) beside the current one`;
    await withCalibration(title, () => runBoth(folder, old));
  });
}
