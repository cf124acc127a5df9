/**
 * Server, worker and database killed in turn while the atlas of the corpus is computed from nothing: until the new one is
 * whole, the old one answers, and both are the same.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { z } from 'zod';
import { randomFrom } from '../../bench/corpus/corpus-generator.ts';
import { type KillablePortal, openKillablePortal } from '../../journeys/harness/killable-portal.ts';
import { TEST_DATA, takeIn, until } from '../../journeys/harness/portal.ts';

const KILLS = Number(process.env.OMICON_KILLS ?? 40);
const PARTS = ['worker', 'server', 'database'] as const;
const PATIENCE_MS = 300_000;

const atlas = z.looseObject({
  total: z.number(),
  status: z.looseObject({ computed_at: z.string().nullable() }),
});

/** What the atlas says, without when it was computed. */
async function read(product: KillablePortal) {
  const reply = atlas.parse(await (await product.ask('/api/atlas/?page_size=100')).json());
  const { status, ...content } = reply;
  return { computed_at: status.computed_at, total: reply.total, text: JSON.stringify(content) };
}

/** The first place where two texts differ, for the message. */
function differenceOf(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `: ${around(one)} | ${around(other)}`;
}

/** Has everything computed again. */
async function startAnew(product: KillablePortal): Promise<void> {
  await product.inDatabase(async (db) => {
    await sql`delete from recurring_set`.execute(db);
    await sql`update atlas set fingerprint = '\\x00'`.execute(db);
    await sql`
      select graphile_worker.add_job('compute_atlas', '{}'::json, job_key := 'compute atlas', max_attempts := 5)`.execute(
      db,
    );
  });
}

/** Waits for all jobs: others give modules their themes, which the atlas shows. */
async function waitForAtlas(product: KillablePortal): Promise<void> {
  await until(
    'the atlas',
    () =>
      product.inDatabase(async (db) => {
        const { rows } = await sql<{ is_ready: boolean }>`
          select count(*) = 2 and bool_and(fingerprint <> '\\x00')
                   and not exists (select 1 from graphile_worker.jobs where attempts < max_attempts) as is_ready
            from atlas`.execute(db);
        return rows[0]?.is_ready === true ? true : null;
      }),
    PATIENCE_MS,
  );
}

export async function killAtlas(): Promise<void> {
  const product = await openKillablePortal();
  try {
    takeIn(product.portal(), path.join(TEST_DATA, 'corpus'));
    await waitForAtlas(product);
    await startAnew(product);
    await waitForAtlas(product);
    const whole = await read(product);
    if (whole.total === 0) throw new Error('The corpus has no meta-modules.');
    const random = randomFrom(20_261_130);
    let completed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await read(product);
      await startAnew(product);
      await sleep(100 + 4000 * random());
      await product.end(PARTS[kill % PARTS.length] ?? 'worker');
      const after = await read(product);
      if (after.text !== whole.text)
        throw new Error(
          `After kill ${kill + 1} the atlas is another${differenceOf(whole.text, after.text)}.`,
        );
      if (after.computed_at !== before.computed_at) completed += 1;
    }
    await waitForAtlas(product);
    const last = await read(product);
    if (last.text !== whole.text)
      throw new Error(`The atlas computed after the kills is another${differenceOf(whole.text, last.text)}.`);
    console.log(
      `\natlas: ${KILLS} kills, ${completed} of them after the new atlas was whole; ${whole.total} meta-modules, the same to the byte after each; check ${JSON.stringify(product.verify())}`,
    );
  } finally {
    await product.remove();
  }
}
