/**
 * Screens of the demo laboratory in Chromium: from the request of an address until its heading is shown and no request
 * is pending. With a warm cache, and with an empty one over a network and on a processor slowed four times.
 */
import { findRecords, HOME_ADDRESSES } from '../../journeys/browser/addresses.ts';
import { openBrowser, openVisitor, signIn, type Visitor } from '../../journeys/browser/browser.ts';
import { type Portal, signInByToken, startSingle, untilDemo } from '../../journeys/harness/portal.ts';
import { describeTimes, printTimes, repeat } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const TRIES = 9;
const SLOWED = 4;
/** 20 Mbit/s, and the latency of a connection within a country. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 };
const POINTING_MS = 150;

/** Addresses of the most used screens. */
const SCREENS: ReadonlyMap<string, RegExp> = new Map([
  ['recent files', /^\/home\/recent-files$/],
  ['data sets', /^\/home\/collections\/data-sets$/],
  ['a data collection', /data-collections\/attributes\?dcId=\d+.*tab=attributes/],
  ['samples as a treemap', /data-sets\/attributes\?dsId=\d+.*tab=samples/],
  ['lineage', /^\/home\/network\/data-sets/],
  ['networks of an analysis', /analysis-data\/attributes.*tab=networks$/],
  ['a network with its modules', /networkId=\d+/],
  ['members of a module', /^\/home\/modules\/.*tab=members/],
  ['eigengene of a module', /^\/home\/modules\/.*tab=eigengene/],
  ['page of a module PDF', /analysisFileFolderId=[^&]+&pdf_name=[^&]+$/],
  ['results of the search box', /global-search-results\?q=glioma/],
  ['rules of a query', /step=data&tab=sample/],
  ['results of a query', /step=search_results/],
  ['a list of genes, ranked', /^\/home\/explore\?genes=.*samples/],
  ['gene sets', /^\/home\/resources$/],
  ['comments of a data set', /dsId=\d+.*tab=comments/],
]);

/** Runs in the page from its start: time until the screen is complete, in ms since the request. */
const WATCH = `window.whenComplete = new Promise((resolve) => {
  const look = () => {
    const isThere = document.querySelector('main h1') !== null && document.querySelector('main [aria-busy="true"]') === null;
    if (isThere) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

async function open({ page }: Visitor, address: string): Promise<number> {
  // Unlike an empty page this one belongs to the portal: the same process of the browser opens the next, as in a tab in use.
  await page.goto('/healthz');
  await page.goto(address, { waitUntil: 'commit' });
  return Number(await page.evaluate('window.whenComplete'));
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** A person of the laboratory with a fresh browser, whose cache is empty. */
async function visit(browser: Browser, portal: Portal): Promise<Visitor> {
  const visitor = await openVisitor(browser, portal.address);
  await visitor.context.addInitScript(WATCH);
  await signIn(visitor, 'demo_lab');
  return visitor;
}

interface FirstVisit {
  ms: number;
  shift: number;
}

/** Opens an address with an empty cache. */
async function openFirst(
  visitor: Visitor,
  address: string,
  under: 'network' | 'slow processor',
): Promise<FirstVisit> {
  const { page } = visitor;
  const session = await page.context().newCDPSession(page);
  if (under === 'network') {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
  } else await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const ms = await open(visitor, address);
  return { ms, shift: Number(await page.evaluate('window.shift')) };
}

/** Links within the portal: where from, and the name of the link. */
const CLICKS: ReadonlyMap<string, { from: RegExp; link: string | RegExp }> = new Map([
  ['the menu: data sets', { from: /^\/home\/recent-files$/, link: 'Data sets' }],
  ['the menu: gene sets and tables', { from: /^\/home\/recent-files$/, link: 'Resources' }],
  ['a tab: samples as a treemap', { from: /dsId=\d+.*tab=attributes/, link: /^Samples/ }],
  ['a tab: networks of an analysis', { from: /analysisId=\d+.*tab=attributes/, link: /^Networks/ }],
  ['a tab: members of a module', { from: /^\/home\/modules\/.*tab=eigengene/, link: /^Members/ }],
]);

/** Time from a click until the screen of another address is complete, in ms. */
const AFTER_CLICK = `void (window.afterClick = new Promise((resolve) => {
  addEventListener('click', () => {
    const [started, address] = [performance.now(), location.href];
    const look = () => {
      const isThere = location.href !== address && document.querySelector('main h1') !== null && document.querySelector('main [aria-busy="true"]') === null;
      if (isThere) resolve(performance.now() - started);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
}));`;

async function click(visitor: Visitor, address: string, link: string | RegExp): Promise<number> {
  const { page } = visitor;
  await open(visitor, address);
  const target = page.getByRole('link', { name: link, exact: true }).first();
  await target.hover();
  // As long as people take from pointing to clicking; the pointer alone lets a page load.
  await page.waitForTimeout(POINTING_MS);
  await page.evaluate(AFTER_CLICK);
  await target.click();
  return Number(await page.evaluate('window.afterClick'));
}

/** @param only part of the names of the screens to open, by default all, and clicks */
export async function benchPages(only = ''): Promise<void> {
  const portal = await startSingle({ args: [] });
  const browser = await openBrowser({ isMeasured: true });
  try {
    const person = await signInByToken(portal.address, 'demo_admin');
    await untilDemo(person);
    const records = await findRecords(person);
    const addresses = HOME_ADDRESSES.map(({ address }) => address(records));
    console.log(
      `\nscreens, p50 / p95 of ${TRIES}: warm cache; empty cache over 40 ms and 20 Mbit/s; empty cache, processor ${SLOWED}x slower; layout shift`,
    );
    for (const [name, pattern] of SCREENS) {
      if (!name.includes(only)) continue;
      const address = addresses.find((each) => pattern.test(each));
      if (address === undefined) throw new Error(`There is no address of ${name}.`);
      const visitor = await visit(browser, portal);
      // The first opening fills the cache.
      await open(visitor, address);
      const times = await repeat(TRIES, () => open(visitor, address));
      await visitor.context.close();
      const firsts = { network: [] as FirstVisit[], 'slow processor': [] as FirstVisit[] };
      for (let attempt = 0; attempt < TRIES; attempt += 1)
        for (const under of ['network', 'slow processor'] as const) {
          const newcomer = await visit(browser, portal);
          firsts[under].push(await openFirst(newcomer, address, under));
          await newcomer.context.close();
        }
      const visits = Object.values(firsts);
      const columns = [times, ...visits.map((each) => each.map(({ ms }) => ms))].map(describeTimes);
      const shift = Math.max(...visits.flat().map((each) => each.shift));
      console.log(
        `  ${name.padEnd(28)} ${columns.map((each) => each.padStart(20)).join('  ')}, ${shift.toFixed(3)}`,
      );
    }
    if (only !== '') return;
    const visitor = await visit(browser, portal);
    console.log(`\nclicks within the portal, p50 / p95 of ${TRIES}`);
    for (const [name, { from, link }] of CLICKS) {
      const address = addresses.find((each) => from.test(each));
      if (address === undefined) throw new Error(`There is no address of ${name}.`);
      printTimes(name, await repeat(TRIES, () => click(visitor, address, link)));
    }
  } finally {
    await browser.close();
    await portal.remove();
  }
}

if (import.meta.main) await runScenarios({ pages: () => benchPages(process.argv[2]) });
