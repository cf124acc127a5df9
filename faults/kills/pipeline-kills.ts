/**
 * Server, worker and database killed in turn while runs of the pipeline work: every run ends once and makes the same
 * data sets, byte for byte.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { randomFrom } from '../../bench/corpus/corpus-generator.ts';
import { type KillablePortal, openKillablePortal } from '../../journeys/harness/killable-portal.ts';
import { TEST_DATA, takeIn, until } from '../../journeys/harness/portal.ts';

const KILLS = Number(process.env.OMICON_KILLS ?? 40);
/** A job that died five times is given up. */
const KILLS_A_RUN = 4;
const PARTS = ['worker', 'server', 'database'] as const;
const PATIENCE_MS = 180_000;

const listed = z.object({ results: z.array(z.object({ id: z.number() })) });
const started = z.object({ id: z.number() });
const run = z.object({
  state: z.enum(['running', 'choosing', 'done', 'failed', 'cancelled']),
  message: z.string().nullable(),
  made: z.array(z.object({ id: z.number(), title: z.string() })),
});

/** Hashes of the files of a data set, by their names without the random part of the run. */
async function hashesOf(product: KillablePortal, number: number): Promise<string> {
  const rows = await product.inDatabase((db) =>
    db
      .selectFrom('file')
      .select(['name', 'sha256'])
      .where('entity_type', '=', 'ds')
      .where('entity_number', '=', number)
      .where('is_current', '=', true)
      .where('is_derived', '=', false)
      .orderBy('name')
      .execute(),
  );
  // Title and version code are in the attributes, and differ from run to run.
  return rows
    .filter(({ name }) => !name.endsWith('_DS_attributes.csv'))
    .map(({ name, sha256 }) => `${name} ${sha256.toString('hex')}`)
    .join('\n');
}

/** One run, with kills at random moments of it. @returns what it made, and how many kills hit it */
async function runWithKills(
  product: KillablePortal,
  { dataSet, kills, random }: { dataSet: number; kills: number; random: () => number },
) {
  const body = { remove_samples: ['TCGA-OR-A5J1', 'TCGA-OR-A5J2'], quantile_normalise: true };
  const answer = await product.ask(`/api/data-sets/${dataSet}/preparations/`, { body });
  const { id } = started.parse(await answer.json());
  const read = async () => run.parse(await (await product.ask(`/api/pipeline-runs/${id}/`)).json());
  let hits = 0;
  while (hits < kills) {
    await sleep(200 + 1500 * random());
    if ((await read()).state !== 'running') break;
    await product.end(PARTS[hits % PARTS.length] ?? 'worker');
    hits += 1;
  }
  const ended = await until(
    'the end of a run',
    async () => {
      const now = await read();
      return now.state === 'running' ? null : now;
    },
    PATIENCE_MS,
  );
  if (ended.state !== 'done' || ended.made.length !== 2)
    throw new Error(
      `A run ended in state ${ended.state} (${ended.message}) with ${ended.made.length} data sets.`,
    );
  return { hits, made: await Promise.all(ended.made.map((each) => hashesOf(product, each.id))) };
}

export async function killPipeline(): Promise<void> {
  const product = await openKillablePortal();
  try {
    takeIn(product.portal(), path.join(TEST_DATA, 'followup/TCGA_ACC/makeDC'));
    const { results } = listed.parse(await (await product.ask('/api/data-sets/')).json());
    const dataSet = results[0]?.id ?? 0;
    const random = randomFrom(20_261_125);
    const whole = await runWithKills(product, { dataSet, kills: 0, random });
    let [kills, runs] = [0, 0];
    while (kills < KILLS) {
      const { hits, made } = await runWithKills(product, { dataSet, kills: KILLS_A_RUN, random });
      if (made.join('\n\n') !== whole.made.join('\n\n'))
        throw new Error('A killed run produced different files.');
      kills += hits;
      runs += 1;
    }
    const sets = await product.inDatabase((db) =>
      db
        .selectFrom('data_set')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('is_current', '=', true)
        .executeTakeFirstOrThrow(),
    );
    if (sets.n !== 1 + 2 * (runs + 1)) throw new Error(`${runs + 1} runs left ${sets.n} data sets.`);
    console.log(
      `\npipeline runs: ${kills} kills in ${runs} runs, each completed once with identical files; ${sets.n} data sets; check ${JSON.stringify(product.verify())}`,
    );
  } finally {
    await product.remove();
  }
}
