/**
 * The lineage diagram of 2,000 nodes in Chromium: time until it is drawn, frames while panning and zooming, a search,
 * collapsing, memory. Targets: 100 ms for a frame and 200 ms for a search.
 */
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { enterAsGuest, openBrowser, openVisitor, type Visitor } from '../../journeys/browser/browser.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { makeAnalysis, makeCollection, makeDataSet } from '../records.ts';
import { describeTimes } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const NODES = 2000;

/**
 * One collection: loaded data sets, each with a chain of three derived ones, on each of the four an analysis with 16 or
 * 17 networks. With the steps between them these are 2,000 nodes or a few more.
 */
async function makeLineage({ opened }: Product): Promise<number> {
  let shown = 0;
  let nodes = 1;
  await opened.db.transaction().execute(async (tx) => {
    const { number: collection } = await makeCollection(tx, 'LINEAGE');
    for (let loaded = 1; nodes < NODES; loaded += 1) {
      let parent: string | null = null;
      for (const [level, transformations] of ['MDC', 'OR', 'QN', 'BC'].entries()) {
        const version: string = parent === null ? `A.${loaded}` : `${parent}.${level}`;
        const title = `Bench 2026 LINEAGE set ${loaded} ${transformations}`;
        const dataSet = await makeDataSet(tx, { collection, title, version, parent, transformations });
        const networks = 16 + (level % 2);
        await makeAnalysis(tx, { collection, dataSet: dataSet.number, title: `${title} analysis`, networks });
        // The data set, the steps to it and to its analysis, the analysis and its networks.
        nodes += 4 + networks;
        parent = version;
        shown = loaded === 5 ? dataSet.number : shown || dataSet.number;
      }
    }
  });
  return shown;
}

/** Runs in the page: records the time between frames until it is stopped. */
const WATCH = `(() => {
  const frames = [];
  let last = performance.now();
  let isOn = true;
  const step = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  window.stopWatching = () => {
    isOn = false;
    return frames.slice(1);
  };
})()`;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** microseconds of processor time, independent of other load */
  tdur?: number;
  args: { name?: string };
}

/** Longest task of the page's main thread in ms of processor time: the delay of a frame on an idle machine. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => /RunTask$/.test(name) && mains.has(`${pid} ${tid}`),
  );
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}

async function watch({ page }: Visitor, name: string, act: () => Promise<void>): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is gone.');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.evaluate(WATCH);
  await act();
  await page.waitForTimeout(300);
  const frames = (await page.evaluate('window.stopWatching()')) as number[];
  const task = longestTask(await browser.stopTracing());
  const over = frames.filter((frame) => frame > 100).length;
  console.log(
    `  ${name.padEnd(34)} frames ${describeTimes(frames)}, longest ${Math.max(...frames).toFixed(0)} ms, ${over} over 100 ms of ${frames.length}; longest task ${task.toFixed(0)} ms of processor time`,
  );
}

async function drag({ page }: Visitor, steps: number): Promise<void> {
  const frame = await page.getByRole('application', { name: 'Lineage diagram' }).boundingBox();
  if (!frame) throw new Error('The diagram is not shown.');
  // On empty space: a node would handle the press itself.
  const [x, y] = [frame.x + frame.width - 40, frame.y + frame.height - 20];
  for (const sign of [-1, 1, -1]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= steps; step += 1)
      await page.mouse.move(x - 3 * step, y + sign * -Math.min(600, 12 * step), { steps: 1 });
    await page.mouse.up();
  }
}

async function turnWheel({ page }: Visitor, notches: number, deltaY: number): Promise<void> {
  const frame = await page.getByRole('application', { name: 'Lineage diagram' }).boundingBox();
  if (!frame) throw new Error('The diagram is not shown.');
  await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2);
  for (let notch = 0; notch < notches; notch += 1) {
    await page.mouse.wheel(0, deltaY);
    await page.waitForTimeout(30);
  }
}

/** Runs in the page: types a text and waits until the nodes have changed. */
const SEARCH = `async (text) => {
  const box = document.querySelector('[aria-label="Find container or transformation"]');
  const drawn = () => [...document.querySelectorAll('[data-node]')].map((node) => node.dataset.node).join();
  const before = drawn();
  const started = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
  while (drawn() === before && performance.now() - started < 10000) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - started;
}`;
/** Debounce time of the search box, in ms. */
const DEBOUNCE_MS = 200;

async function search({ page }: Visitor, text: string): Promise<number> {
  return Number(await page.evaluate(`(${SEARCH})(${JSON.stringify(text)})`)) - DEBOUNCE_MS;
}

async function heapMiB({ context, page }: Visitor): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 ** 2;
}

function countNodes({ children }: LineageNode): number {
  return children.reduce((sum, child) => sum + countNodes(child), 1);
}

async function measure(product: Product): Promise<void> {
  const browser = await openBrowser({ isMeasured: true });
  try {
    const id = await makeLineage(product);
    const visitor = await openVisitor(browser, product.address);
    const { page } = visitor;
    await enterAsGuest(visitor);
    const before = await heapMiB(visitor);
    const reply = page.waitForResponse(
      (answer) => /network/.test(answer.url()) && answer.url().includes('/api/'),
    );
    const started = performance.now();
    await page.goto(`/home/network/data-sets?dsId=${id}`);
    const answer = await reply;
    const answered = performance.now() - started;
    await page.locator('[data-node]').first().waitFor();
    const drawn = performance.now() - started;
    const { network } = (await answer.json()) as { network: LineageNode };
    console.log(`\nlineage of ${countNodes(network)} nodes, p50 / p95`);
    console.log(
      `  opened                             reply after ${answered.toFixed(0)} ms, drawn after ${drawn.toFixed(0)} ms, ${((await answer.body()).length / 1024).toFixed(0)} kB`,
    );
    await watch(visitor, 'pan by dragging, initial zoom', () => drag(visitor, 40));
    await watch(visitor, 'zoom out completely by wheel', () => turnWheel(visitor, 18, 100));
    console.log(`  nodes drawn at minimum zoom        ${await page.locator('[data-node]').count()}`);
    await watch(visitor, 'pan by dragging, minimum zoom', () => drag(visitor, 40));
    await watch(visitor, 'zoom in completely by wheel', () => turnWheel(visitor, 18, -100));
    const times: number[] = [];
    for (const text of ['set 7 QN', 'set 13', 'analysis', 'outlier', 'set 2', 'minSize5', 'set 21 BC', '']) {
      times.push(await search(visitor, text));
    }
    console.log(
      `  search until drawn                 ${describeTimes(times)}, longest ${Math.max(...times).toFixed(0)} ms (without the debounce time)`,
    );
    const fold: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      fold.push(Number(await page.evaluate(FOLD)));
    }
    console.log(`  collapse or expand until drawn     ${describeTimes(fold)}`);
    console.log(
      `  memory of the page                 ${(await heapMiB(visitor)).toFixed(1)} MiB, ${before.toFixed(1)} MiB before`,
    );
  } finally {
    await browser.close();
  }
}

export async function benchLineage(): Promise<void> {
  await withProduct(measure);
}

/** Runs in the page: collapses or expands the focused node, and waits for the drawing. */
const FOLD = `(async () => {
  const drawn = () => [...document.querySelectorAll('[data-node]')].map((node) => node.dataset.node + node.textContent).join();
  const room = document.querySelector('[role="application"]').getBoundingClientRect();
  const node = [...document.querySelectorAll('[data-node*="/MDC"], [data-node*="/FM"]')].find((mark) => {
    const { left, top, right, bottom } = mark.getBoundingClientRect();
    return left > room.left && top > room.top && right < room.right && bottom < room.bottom;
  });
  const before = drawn();
  const started = performance.now();
  node.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  while (drawn() === before && performance.now() - started < 10000) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - started;
})()`;

if (import.meta.main) await runScenarios({ lineage: benchLineage });
