/**
 * Calls of a module page, on the real corpus over HTTP: the picture, its gene sets and the traits of a network, compared
 * with reading the same rows from the laboratory's CSV. Then 50 pictures at once, for the memory of the web process; and
 * in Chromium, with a processor slowed four times, the first pixel of the tab and reordering. p95 targets: 60 ms for a
 * picture, 50 ms for traits, 1 s for the first pixel and 100 ms for reordering; searches during a computation may take a
 * fifth longer, and 50 pictures at once may use 64 MiB.
 */
import { existsSync } from 'node:fs';
import { moduleTraits } from '@omicon/domain/statistics/modules/module-traits.ts';
import { readInput } from '@omicon/server/areas/analyses/compute-kme.ts';
import { findInputOfAnalysis } from '@omicon/server/areas/analyses/sql-kme.ts';
import { runIntake } from '@omicon/server/areas/uploads/run.ts';
import { createRun } from '@omicon/server/areas/uploads/sql.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { enterAsGuest, openBrowser, openVisitor } from '../../journeys/browser/browser.ts';
import { CORPUS } from '../../journeys/harness/corpus-files.ts';
import { until } from '../../journeys/harness/portal.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { keepDoing } from '../load/keep-doing.ts';
import { describeTimes, printTimes, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const TRIES = 200;
const TRIES_IN_PAGE = 20;
const AT_ONCE = 50;
const COMPUTED_MS = 1_800_000;
const SLOWED = 4;

interface ModuleOfBench {
  module: number;
  network: number;
  analysis_version_id: number;
  samples: number;
}

/** Imports the corpus, and waits for kME and traits. */
export async function importCorpus({ opened }: Product): Promise<ModuleOfBench[]> {
  const run = await createRun(opened.db, {
    source: CORPUS,
    local_path: CORPUS,
    visibility: 'public',
    owner: null,
  });
  const { faults } = await runIntake(opened.services, run);
  if (faults.length > 0) throw new Error('The corpus was not imported completely.');
  // The worker of the product computes kME and traits.
  const isComputed = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from covariation_network n where kme_values_storage_key is null
          or not exists (select 1 from trait_table t where t.covariation_network_id = n.id)`.execute(
      opened.db,
    );
    return rows[0]?.n === 0 || null;
  };
  await until('kME and traits', isComputed, COMPUTED_MS);
  await sql`analyze`.execute(opened.db);
  const { rows } = await sql<ModuleOfBench>`
    select m.number as module, n.number as network, n.analysis_id as analysis_version_id, cardinality(n.sample_labels) as samples
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
  printTimes('first picture of every module', first, `${Math.round(bytes / modules.length / 1024)} kB`);
  for (const rows of [30, 60, 500]) printTimes(`picture of ${rows} rows`, await repeat(TRIES, picture(rows)));
  const sets = (number: number) =>
    product.get(`/api/covariation-modules/${at(number).module}/picture-sets/`).then(({ ms }) => ms);
  printTimes('gene sets of a picture', await repeat(TRIES, sets));
  const traits = (number: number) =>
    product.get(`/api/covariation-networks/${at(number).network}/traits/`).then(({ ms }) => ms);
  printTimes('traits of a network', await repeat(TRIES, traits));
  const closest = (number: number) =>
    product.get(`/api/covariation-modules/${at(number).module}/closest-trait/`).then(({ ms }) => ms);
  printTimes('closest trait of a module', await repeat(TRIES, closest));
  const { db, services } = product.opened;
  const baseline = await repeat(10, async (number) => {
    const input = await findInputOfAnalysis(db, at(number).analysis_version_id);
    if (input === undefined) throw new Error('The input data set is not here.');
    return timed(() => readInput(services.store, input));
  });
  printTimes('baseline: reading the CSV of the values', baseline);
  product.forgetPeak();
  const before = product.memory().nowMiB;
  const ms = await timed(() =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, number) => picture(500)(number))),
  );
  console.log(
    `  ${AT_ONCE} pictures of 500 rows at once: ${Math.round(ms)} ms in total; web process ${Math.round(before)} MiB before, at most ${Math.round(product.memory().peakMiB)} MiB`,
  );
}

/** Searches for four genes each, alone and while a compute thread compares groups of samples without a pause. */
async function benchBesideComputation(product: Product): Promise<void> {
  const { rows } = await sql<{ number: number; labels: string[]; genes: string[] }>`
    select d.number, array(select label from sample where owner_type = 'ds' and owner_id = d.id order by sample_index) as labels,
           (select array_agg(target order by md5(target)) from search_target where identifier = 'SYMBOL') as genes
      from data_set d where d.is_current and d.matrix_storage_key is not null
     order by number_of_features * number_of_samples desc limit 1`.execute(product.opened.db);
  const [{ number, labels, genes } = { number: 0, labels: [], genes: [] }] = rows;
  let asked = 0;
  const search = async () => {
    asked += 4;
    const value = Array.from({ length: 4 }, (_, at) => genes[(asked + at) % genes.length]);
    const rule = { field: 'features', operator: 'any', value, definition: 'Any' };
    const body = { result_type: 'covariation-modules', filters: { modules: { rules: [rule] } } };
    return (await product.post('/api/advanced-search/', body)).ms;
  };
  await repeat(20, search);
  const alone = await repeat(TRIES, search);
  let turn = 0;
  const stop = keepDoing(() => {
    // Different groups each time, so that no result is cached.
    turn += 1;
    const from = turn % Math.max(1, labels.length - 20);
    const groups = [
      { name: 'a', samples: labels.slice(from, from + 10) },
      { name: 'b', samples: labels.slice(from + 10, from + 20) },
    ];
    return product.post(`/api/data-sets/${number}/comparison/`, { groups, test: 'rank-sum' });
  });
  const beside = await repeat(TRIES, search);
  const compared = await stop();
  printTimes('search for four genes, alone', alone);
  printTimes(`the same during ${compared} comparisons`, beside);
}

/** Traits of 100 modules and 40 attributes over 200 samples, computed without a server. */
async function benchTraits(): Promise<void> {
  const wave = (at: number) => Math.sin(at * 12.9898);
  const [modules, attributes, samples] = [100, 40, 200];
  const eigengenes = Array.from({ length: modules }, (_, module) =>
    Float64Array.from({ length: samples }, (_, sample) => wave(module * samples + sample)),
  );
  const columns = new Map(
    Array.from({ length: attributes }, (_, at) => [
      `Attribute_${at}`,
      Array.from({ length: samples }, (_, sample) =>
        at % 3 === 0 ? `value ${(sample * 7 + at) % 5}` : wave(at * samples + sample).toFixed(3),
      ),
    ]),
  );
  const times = await repeat(TRIES, () => timed(() => moduleTraits(eigengenes, columns)));
  printTimes(`traits of ${modules} modules, ${attributes} attributes, computed`, times);
}

/** Runs in the page: chooses an option; time until the cells are drawn, and until the frame that shows them. */
export const REORDER = `async (name) => {
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
  // A message comes before the timer that changes the address after the frame.
  await new Promise((shown) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = shown;
    requestAnimationFrame(() => port2.postMessage(null));
  });
  return [drawn - started, performance.now() - started];
}`;

/** Reply of a picture larger than those of the corpus, with four strips. */
export function generatedPicture(rows: number, samples: number) {
  const wave = (at: number) => Math.sin(at * 12.9898) * 3;
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  return {
    ...{ input_data_set_id: 1, values_state: 'ready', number_of_members: rows, number_of_matching: rows },
    samples: names('S', samples),
    eigengene: Array.from({ length: samples }, (_, at) => wave(at + 7) / 30),
    rows: names('GENE', rows).map((feature, rank) => ({
      ...{ feature, rank, kme: 0.99 - rank / 1000, p_value: 1e-9, percentile: 50 },
    })),
    values: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: samples }, (_, at) => 8 + wave(row * samples + at)),
    ),
    attributes: names('Attribute_', 4),
    strips: names('Attribute_', 4).map((attribute, strip) => ({
      attribute,
      values: Array.from({ length: samples }, (_, at) => `value ${(at * (strip + 3)) % (strip + 4)}`),
      value_labels: {},
    })),
  };
}

type Page = Awaited<ReturnType<typeof openVisitor>>['page'];

async function describeReorder(page: Page): Promise<string> {
  const shown: number[] = [];
  const drawn = await repeat(TRIES_IN_PAGE, async (number) => {
    const name = number % 2 === 0 ? 'Samples as in the data' : 'Samples by eigengene';
    await page.getByRole('combobox', { name: 'Order of the samples' }).click();
    await page.getByRole('option', { name, exact: true }).waitFor();
    await page.evaluate('new Promise((rested) => requestIdleCallback(rested))');
    const [cells = 0, frame = 0] = (await page.evaluate(`(${REORDER})(${JSON.stringify(name)})`)) as number[];
    shown.push(frame);
    return cells;
  });
  return `${describeTimes(drawn)}, frame shown ${describeTimes(shown)}`;
}

async function benchPage(product: Product, modules: readonly ModuleOfBench[]): Promise<void> {
  const browser = await openBrowser({ isMeasured: true });
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
    printTimes(`Chromium, CPU ${SLOWED}x slower: tab to its first pixel`, opened);
    console.log(`  Chromium, CPU ${SLOWED}x slower: reordered ${await describeReorder(page)}`);
    await page.route('**/picture/?*', (route) => route.fulfill({ json: generatedPicture(60, 300) }));
    await page.goto(`${address}?tab=picture&rows=60`);
    console.log(`  the same with 60 rows and 300 samples ${await describeReorder(page)}`);
  } finally {
    await browser.close();
  }
}

export async function benchModulePages(): Promise<void> {
  if (!existsSync(CORPUS)) {
    console.log(`\nmodule pages skipped: there is no corpus in ${CORPUS}`);
    return;
  }
  await withProduct(async (product) => {
    const modules = await importCorpus(product);
    console.log(`\nmodule pages of the real corpus, ${modules.length} modules; p50 / p95 of ${TRIES} tries`);
    await benchCalls(product, modules);
    await benchBesideComputation(product);
    await benchTraits();
    await benchPage(product, modules);
  });
}

if (import.meta.main) await runScenarios({ 'module-pages': benchModulePages });
