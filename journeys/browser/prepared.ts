/**
 * Laboratories that many journeys start with. In a run of journeys each is created once, by the product itself, and
 * every journey file starts the product with a copy of its data folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  copyEmbeddedPostgres,
  removeEmbeddedPostgres,
} from '@omicon/server/base/postgres/embedded-postgres.ts';
import { CORPUS, FOLLOW_UP } from '../harness/corpus-files.ts';
import { type Portal, signInByToken, startSingle, until, untilDemo } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';
import { isOnCluster, TIMEOUT_FACTOR } from '../harness/timeouts.ts';

/** Folder of the prepared laboratories of this run; outside a run, each portal creates its own. */
const FOLDER_SETTING = 'OMICON_JOURNEYS_PREPARED';

/** Against imports that hang, never against a busy machine. */
const IMPORT_PATIENCE_MS = 480_000 * TIMEOUT_FACTOR;

async function countRecords(portal: Portal): Promise<string> {
  const person = await signInByToken(portal.address, 'demo_lab');
  const totals: number[] = [];
  for (const list of ['data-collections', 'data-sets', 'analyses', 'gene-sets']) {
    const answer = await person.get(`/api/${list}/?page_size=1`);
    totals.push(((await answer.json()) as { total: number }).total);
  }
  return totals.join(' ');
}

interface Laboratory {
  args: string[];
  untilThere(portal: Portal): Promise<unknown>;
}

const LABORATORIES = {
  /** accounts and nothing else */
  empty: { args: ['--empty'], untilThere: async () => undefined },
  demo: {
    args: [],
    untilThere: async ({ address }) =>
      untilDemo(await signInByToken(address, 'demo_admin'), IMPORT_PATIENCE_MS),
  },
  /** the laboratory's own folders, all of them public */
  corpus: {
    args: ['--empty', '--import', CORPUS],
    untilThere: (portal) =>
      until(
        'the corpus',
        async () => ((await countRecords(portal)) === '5 31 8 3130' ? true : null),
        IMPORT_PATIENCE_MS,
      ),
  },
  /** one collection with follow-up of its samples */
  followUp: {
    args: ['--empty', '--import', FOLLOW_UP],
    untilThere: (portal) =>
      until(
        'the collection with follow-up',
        async () => ((await countRecords(portal)).startsWith('1 3 1 ') ? true : null),
        IMPORT_PATIENCE_MS,
      ),
  },
} satisfies Record<string, Laboratory>;

export type LaboratoryName = keyof typeof LABORATORIES;

/** Waits until indexing and drawing of the imported data have finished. */
async function untilIdle({ address }: Portal): Promise<void> {
  await until(
    'the end of all jobs',
    async () => {
      const metrics = await (await fetch(`${address}/metrics`)).text();
      return /^omicon_jobs_waiting 0$/m.test(metrics) ? true : null;
    },
    IMPORT_PATIENCE_MS,
  );
}

async function make({ args, untilThere }: Laboratory, dataDir: string): Promise<void> {
  const portal = await startSingle({ args, dataDir });
  try {
    await untilThere(portal);
    await untilIdle(portal);
    await portal.stop();
  } catch (error) {
    await portal.remove();
    throw error;
  }
}

/** The data folder of a laboratory, created at the first request. */
async function prepare(laboratory: Laboratory, folder: string): Promise<void> {
  const made = `${folder}.made`;
  const making = `${folder}.making`;
  await until(
    `the laboratory in ${folder}`,
    async () => {
      if (existsSync(made)) return true;
      try {
        mkdirSync(making);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
        throw error;
      }
      try {
        if (!existsSync(made)) await make(laboratory, folder);
        mkdirSync(made, { recursive: true });
      } finally {
        rmdirSync(making);
      }
      return true;
    },
    IMPORT_PATIENCE_MS,
  );
}

/** Starts the product with a freshly imported laboratory. */
export async function startLaboratory(name: LaboratoryName): Promise<Portal> {
  const laboratory = LABORATORIES[name];
  const prepared = process.env[FOLDER_SETTING];
  if (isOnCluster || prepared === undefined) {
    const portal = await startPortal({ args: laboratory.args });
    await laboratory.untilThere(portal);
    return portal;
  }
  const folder = path.join(prepared, name);
  await prepare(laboratory, folder);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'omicon-journey-'));
  execFileSync('cp', ['-a', `${folder}/.`, dataDir]);
  copyEmbeddedPostgres(folder, dataDir);
  return startSingle({ args: ['--empty'], dataDir });
}

/** Runs before the first journey file; returns the teardown to run after the last. */
export function setup(): () => void {
  const prepared = mkdtempSync(path.join(os.tmpdir(), 'omicon-prepared-'));
  process.env[FOLDER_SETTING] = prepared;
  return () => {
    for (const name of Object.keys(LABORATORIES)) {
      const folder = path.join(prepared, name);
      if (existsSync(folder)) removeEmbeddedPostgres(folder);
    }
    rmSync(prepared, { recursive: true, force: true });
  };
}
