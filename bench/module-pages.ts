/**
 * What a module page asks for, on the real corpus over HTTP: the picture, its gene sets and the traits of a network,
 * beside reading the same rows out of the laboratory's CSV. Then 50 pictures at once, for the memory of the web process;
 * and in Chromium, with a processor slowed four times, the first pixel of the tab and another order. The bars are 60 ms
 * for a picture, 50 ms for traits, 1 s for the first pixel and 100 ms for another order, each as p95.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readInput } from '@omicon/server/areas/analyses/compute-kme.ts';
import { findInputOfAnalysis } from '@omicon/server/areas/analyses/sql-kme.ts';
import { runIntake } from '@omicon/server/areas/uploads/run.ts';
import { createRun } from '@omicon/server/areas/uploads/sql.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { REPOSITORY } from '@omicon/server/config.ts';
import { enterAsGuest, openBrowser, openVisitor } from '../journeys/browser/browser.ts';
import { describeMachine, describeTimes, openProduct, type Product, repeat } from './product.ts';

const TRIES = 200;
const TRIES_IN_PAGE = 20;
const AT_ONCE = 50;
const SLOWED = 4;

interface ModuleOfBench {
  module: number;
  network: number;
  analysis_row: number;
  samples: number;
}

async function takeIn({ opened }: Product, source: string): Promise<ModuleOfBench[]> {
  const run = await createRun(opened.db, { source, local_path: source, visibility: 'public', owner: null });
  const { faults } = await runIntake(opened.services, run);
  if (faults.length > 0) throw new Error('The corpus was not taken in whole.');
  // kME is computed by the worker of the product.
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from covariation_network where kme_values_storage_key is null`.execute(
      opened.db,
    );
    if (rows[0]?.n === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await sql`analyze`.execute(opened.db);
  const { rows } = await sql<ModuleOfBench>`
    select m.number as module, n.number as network, n.analysis_id as analysis_row, cardinality(n.sample_labels) as samples
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
     order by md5(m.number::text)`.execute(opened.db);
  return rows;
}

async function benchCalls(product: Product, modules: readonly ModuleOfBench[]): Promise<void> {
  const at = (number: number) => modules[number % modules.length] as ModuleOfBench;
  let bytes = 0;
  const picture = (rows: number) => (number: number) =>
    product
      .get(`/api/covariation-modules/${at(number).module}/picture/?rows=${rows}`)
      .then(({ ms, text }) => {
        bytes += text.length;
        return ms;
      });
  const first = await repeat(modules.length, picture(30));
  console.log(
    `  picture, every module for the first time ${describeTimes(first)}, ${Math.round(bytes / modules.length / 1024)} kB`,
  );
  for (const rows of [30, 60, 500])
    console.log(`  picture of ${rows} rows`.padEnd(43) + describeTimes(await repeat(TRIES, picture(rows))));
  const sets = (number: number) =>
    product.get(`/api/covariation-modules/${at(number).module}/picture-sets/`).then(({ ms }) => ms);
  console.log(`  gene sets of a picture                   ${describeTimes(await repeat(TRIES, sets))}`);
  const traits = (number: number) =>
    product.get(`/api/covariation-networks/${at(number).network}/traits/`).then(({ ms }) => ms);
  console.log(`  traits of a network                      ${describeTimes(await repeat(TRIES, traits))}`);
  const { db, services } = product.opened;
  const baseline = await repeat(10, async (number) => {
    const input = await findInputOfAnalysis(db, at(number).analysis_row);
    if (input === undefined) throw new Error('The input data set is not here.');
    const started = performance.now();
    await readInput(services.store, input);
    return performance.now() - started;
  });
  console.log(`  baseline: reading the CSV of the values  ${describeTimes(baseline)}`);
  product.forgetPeak();
  const before = product.memory().nowMiB;
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => picture(500)(number)));
  console.log(
    `  ${AT_ONCE} pictures of 500 rows at once          ${Math.round(performance.now() - started)} ms in all; web process ${Math.round(before)} MiB before, ${Math.round(product.memory().peakMiB)} MiB at most`,
  );
}

/** Runs in the page: chooses an option; time until the cells are drawn, and until the frame that shows them. */
const REORDER = `async (name) => {
  const option = [...document.querySelectorAll('[role="option"]')].find((each) => each.textContent === name);
  const { drawImage } = CanvasRenderingContext2D.prototype;
  let drawn = null;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    drawImage.apply(this, given);
    drawn = performance.now();
  };
  const started = performance.now();
  option.click();
  while (drawn === null) await new Promise((next) => setTimeout(next));
  CanvasRenderingContext2D.prototype.drawImage = drawImage;
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return [drawn - started, performance.now() - started];
}`;

async function benchPage(product: Product, modules: readonly ModuleOfBench[]): Promise<void> {
  const browser = await openBrowser();
  try {
    const { page } = await openVisitor(browser, product.address);
    await enterAsGuest({ page } as Parameters<typeof enterAsGuest>[0]);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    const largest = modules.toSorted((a, b) => b.samples - a.samples)[0]?.module ?? 0;
    const address = `/home/modules/OM.CM.${largest}`;
    const opened = await repeat(TRIES_IN_PAGE, async () => {
      await page.goto(`${address}?tab=statistics`);
      await page.getByRole('link', { name: 'Picture', exact: true }).waitFor();
      const started = performance.now();
      await page.getByRole('link', { name: 'Picture', exact: true }).click();
      await page.locator('figure canvas').waitFor();
      return performance.now() - started;
    });
    console.log(`  Chromium slowed ${SLOWED} times: tab to its first pixel  ${describeTimes(opened)}`);
    const shown: number[] = [];
    const drawn = await repeat(TRIES_IN_PAGE, async (number) => {
      const name = number % 2 === 0 ? 'Samples as in the data' : 'Samples by eigengene';
      await page.getByRole('combobox', { name: 'Order of the samples' }).click();
      await page.getByRole('option', { name, exact: true }).waitFor();
      await page.evaluate('new Promise((rested) => requestIdleCallback(rested))');
      const [cells = 0, frame = 0] = (await page.evaluate(
        `(${REORDER})(${JSON.stringify(name)})`,
      )) as number[];
      shown.push(frame);
      return cells;
    });
    console.log(
      `  Chromium slowed ${SLOWED} times: another order drawn    ${describeTimes(drawn)}, its frame shown ${describeTimes(shown)}`,
    );
  } finally {
    await browser.close();
  }
}

export async function benchModulePages(): Promise<void> {
  const corpus = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data', 'corpus');
  if (!existsSync(corpus)) {
    console.log(`\nmodule pages: left out, there is no corpus in ${corpus}`);
    return;
  }
  const product = await openProduct();
  try {
    const modules = await takeIn(product, corpus);
    console.log(`\nmodule pages of the real corpus, ${modules.length} modules, p50 / p95 of ${TRIES} tries`);
    await benchCalls(product, modules);
    await benchPage(product, modules);
  } finally {
    await product.close();
  }
}

if (import.meta.main) {
  console.log(describeMachine());
  await benchModulePages();
}
