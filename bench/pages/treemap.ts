/**
 * The treemap of 100,000 samples x 100 attributes: calls over HTTP, layout, and a click in Chromium, compared with
 * counting and reading rows. Target: 100 ms for a call and for the layout.
 */
import { treemapAttribute } from '@omicon/contract/base/records.ts';
import { saveSamples } from '@omicon/server/areas/uploads/storing/sql-samples.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { enterAsGuest, openBrowser, openVisitor, type Visitor } from '../../journeys/browser/browser.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { layoutTreemap } from '../../web/areas/samples/treemap/treemap-layout.ts';
import { type MadeRecord, makeCollection, makeDataSet } from '../records.ts';
import { describeTimes, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';
import { ATTRIBUTES, makeSamples, SAMPLES } from './treemap-samples.ts';

const SEED = 20_261_121;
const TRIES = 30;
const NAMES = ATTRIBUTES.map(({ name }) => name);

interface Selection {
  attribute: string;
  value: string | null;
}

/** Different values in each try, to avoid caches; the first ones are frequent. */
function selectionOf(size: number, number: number): Selection[] {
  const at = (attribute: string, values: number) => ({
    attribute,
    value: `${attribute} value ${number % values}`,
  });
  return [at('Tissue', 40), at('Disease', 30)].slice(0, size);
}

async function makeLargeDataSet({ opened }: Product): Promise<MadeRecord> {
  const samples = makeSamples(SEED);
  const started = performance.now();
  const stored = await opened.db.transaction().execute(async (tx) => {
    const collection = await makeCollection(tx, 'LARGE');
    const dataSet = await makeDataSet(tx, {
      collection: collection.number,
      title: 'Bench 2026 LARGE',
      version: 'A.1',
      parent: null,
      transformations: 'MDC',
      columns: NAMES,
      samples: SAMPLES,
    });
    await saveSamples(tx, { type: 'ds', id: dataSet.id, columns: NAMES }, samples);
    return dataSet;
  });
  console.log(`  storing rows, packed columns and counts  ${Math.round(performance.now() - started)} ms`);
  await sql`vacuum analyze sample, sample_column, facet`.execute(opened.db);
  const { rows } = await sql<{ packed: number; of_rows: number }>`
    select sum(length(codes))::float / 1048576 as packed, pg_total_relation_size('sample')::float / 1048576 as of_rows from sample_column`.execute(
    opened.db,
  );
  console.log(
    `  size                                     ${rows[0]?.packed.toFixed(1)} MiB packed, ${rows[0]?.of_rows.toFixed(0)} MiB rows`,
  );
  return stored;
}

async function benchBaseline({ opened }: Product, dataSet: MadeRecord): Promise<void> {
  const { db } = opened;
  const [tissue] = selectionOf(1, 0);
  const count = sql`
    select a.key, a.value, count(*)::int from sample s cross join jsonb_each_text(s.attributes) a
     where s.owner_type = 'ds' and s.owner_id = ${dataSet.id} and s.attributes ->> 'Tissue' = ${tissue?.value} group by 1, 2`;
  const counting = await repeat(3, () => timed(() => count.execute(db)));
  console.log(`  baseline: group by over the rows         ${describeTimes(counting)}, one value selected`);
  const read = sql`select sample_index, attributes from sample where owner_type = 'ds' and owner_id = ${dataSet.id}`;
  const reading = await repeat(3, () => timed(() => read.execute(db)));
  console.log(`  baseline: reading the rows               ${describeTimes(reading)}`);
}

/** @returns the last reply's attributes */
async function benchCalls(product: Product, dataSet: MadeRecord, added: readonly string[]) {
  let text = '';
  const ask = async (selection: Selection[]) => {
    const body = { id: dataSet.number, optional_attributes: added, selection };
    const answer = await product.post('/api/data-sets/sample-attributes/', body);
    text = answer.text;
    return answer.ms;
  };
  for (const size of [1, 2, 0]) {
    const first = await ask(selectionOf(size, 7));
    const times = await repeat(TRIES, (number) => ask(selectionOf(size, number)));
    console.log(
      `    ${['nothing selected', 'one value selected', 'two values selected'][size]?.padEnd(20)} ${describeTimes(times)} (first ${first.toFixed(0)} ms), ${(text.length / 1024).toFixed(0)} kB`,
    );
  }
  const { sample_attributes } = JSON.parse(text) as { sample_attributes: unknown };
  const attributes = treemapAttribute.array().parse(sample_attributes);
  const layout = await repeat(TRIES, () => timed(() => layoutTreemap(attributes, { width: 1160, scale: 1 })));
  const values = attributes.reduce((sum, attribute) => sum + attribute.values.length, 0);
  console.log(
    `    layout               ${describeTimes(layout)} of ${values} values of ${attributes.length} attributes`,
  );
}

/** Runs in the page: clicks a button and waits until the updated picture is painted. */
const CLICK = `async (selector, index) => {
  const button = document.querySelectorAll(selector)[index];
  const status = () => document.querySelector('[aria-label="Sample attributes"] [role="status"]').textContent;
  const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;
  const before = status();
  const started = performance.now();
  button.click();
  while (status() === before || isBusy()) await new Promise(requestAnimationFrame);
  // The picture is in the document before this frame is painted; a message arrives after painting.
  await new Promise((painted) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = painted;
    port2.postMessage(null);
  });
  return performance.now() - started;
}`;

/** Time of a click, in ms. */
async function click({ page }: Visitor, selector: string, index: number): Promise<number> {
  await page.locator(selector).nth(index).waitFor();
  // Wait until the page is idle, as when a person clicks.
  await page.evaluate('new Promise((rested) => requestIdleCallback(rested))');
  return Number(await page.evaluate(`(${CLICK})(${JSON.stringify(selector)}, ${index})`));
}

async function benchPage(visitor: Visitor, dataSet: MadeRecord, added: readonly string[]): Promise<void> {
  const { page } = visitor;
  const query = new URLSearchParams({ dsId: String(dataSet.number), tab: 'samples', added: added.join(';') });
  const started = performance.now();
  await page.goto(`/home/collections/data-sets/attributes?${query}`);
  await page.locator('[aria-label="Tissue"] button[data-value]').first().waitFor();
  const opened = performance.now() - started;
  const narrowing: number[] = [];
  const widening: number[] = [];
  for (let number = 0; number < TRIES; number += 1) {
    narrowing.push(await click(visitor, 'button[data-value][aria-pressed="false"]', number));
    widening.push(await click(visitor, 'button[data-value][aria-pressed="true"]', 0));
  }
  console.log(
    `    in Chromium          selecting a value ${describeTimes(narrowing)}, clearing it ${describeTimes(widening)}; opened in ${Math.round(opened)} ms`,
  );
}

async function measure(product: Product): Promise<void> {
  const browser = await openBrowser({ isMeasured: true });
  try {
    console.log(
      `\ntreemap of ${SAMPLES} samples x ${NAMES.length} attributes, ${TRIES} tries each, p50 / p95`,
    );
    const dataSet = await makeLargeDataSet(product);
    await benchBaseline(product, dataSet);
    const visitor = await openVisitor(browser, product.address);
    await enterAsGuest(visitor);
    for (const added of [[], NAMES]) {
      console.log(added.length === 0 ? '  attributes shown at first' : '  every attribute added');
      await benchCalls(product, dataSet, added);
      await benchPage(visitor, dataSet, added);
    }
    console.log(`  web process              ${Math.round(product.memory().nowMiB)} MiB`);
  } finally {
    await browser.close();
  }
}

export async function benchTreemap(): Promise<void> {
  await withProduct(measure);
}

if (import.meta.main) await runScenarios({ treemap: benchTreemap });
