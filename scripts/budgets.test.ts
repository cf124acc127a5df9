/** Size budgets of the built web application, and that it loads nothing from other hosts. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { PRELOADED_FOR } from '@omicon/contract/base/page-frame.ts';
import { ROUTES } from '@omicon/routes/routes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWeb } from '../server/base/pages/build-web.ts';
import { WEB_DIST } from '../server/base/pages/pages.ts';

/** Bytes, gzipped, in units of 1000. */
const FIRST_SCREEN = 220_000;
const SCREEN = 400_000;
const CHUNK = 200_000;
/** Each script costs a round trip over HTTP/1.1, with six in parallel, and some work of the browser. */
const MAX_SCRIPTS = 40;
/** The worker of pdf.js is one file, which a separate thread parses with the first PDF. */
const WORKER = 400_000;

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const read = (file: string) => readFileSync(path.join(WEB_DIST, file), 'utf8');
const weigh = (file: string) => gzipSync(readFileSync(path.join(WEB_DIST, file)), { level: 6 }).length;
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0);

let assets: string[];
let scripts: string[];
let workers: Set<string>;

/** Built scripts that a script imports. */
function namedBehind(file: string, words: RegExp): string[] {
  const found = [
    ...read(file).matchAll(new RegExp(`${words.source}\\s*["'\`]\\./([\\w.-]+\\.js)["'\`]`, 'g')),
  ];
  return found.map(([, name]) => `assets/${name}`);
}

const importsOf = (file: string) => namedBehind(file, /\b(?:from|import)/);
const lazyImportsOf = (file: string) => namedBehind(file, /\bimport\(/);

/** Scripts with all their static imports. */
function withImports(files: Iterable<string>): Set<string> {
  const reached = new Set(files);
  // The set grows while it is iterated.
  for (const file of reached) for (const each of importsOf(file)) reached.add(each);
  return reached;
}

/** Links of the built page for parts of the portal, of which the server sends those that fit the address. */
const PART_LINK = new RegExp(`<link ${PRELOADED_FOR}="([^"]*)"[^>]*href="/([^"]+)"[^>]*>`, 'g');

/** Scripts that are preloaded for a part: the frame, a screen by its path, or an open file. */
function preloadedFor(part: string): string[] {
  const links = [...read('index.html').matchAll(PART_LINK)];
  const found = links.filter(([, names = '']) => names.split(' ').includes(part));
  return found.map(([, , file = '']) => file).filter((file) => file.endsWith('.js'));
}

/** Scripts of index.html, and those that its script loads before it draws anything. */
function firstScripts(): Set<string> {
  const page = read('index.html').replaceAll(PART_LINK, '');
  const named = (attribute: string) => all(page, new RegExp(`${attribute}="/(assets/[^"]+\\.js)"`, 'g'));
  const run = withImports(named('src'));
  return withImports([...run, ...named('href'), ...[...run].flatMap(lazyImportsOf)]);
}

/** By the script of each screen: all scripts that its page has run when the screen is complete, after a sign-in. */
function scriptsOfScreens(): Map<string, Set<string>> {
  const first = firstScripts();
  const screens = [...new Set([...first].flatMap(lazyImportsOf))].filter((file) => !first.has(file));
  const home = screens.filter((file) => /\/Home-/.test(file));
  // The frame around every screen.
  expect(home).toHaveLength(1);
  return new Map(screens.map((screen) => [screen, withImports([...first, ...home, screen])]));
}

beforeAll(async () => {
  // `npm test` has already built it; an existing build is not repeated.
  await buildWeb();
  assets = readdirSync(path.join(WEB_DIST, 'assets')).map((name) => `assets/${name}`);
  scripts = assets.filter((file) => /\.m?js$/.test(file));
  workers = new Set(scripts.filter((file) => /worker/i.test(file)));
}, 120_000);

describe('weights', () => {
  test('scripts before the first screen are at most 220 kB', () => {
    const first = [...firstScripts()];
    // The entry, its libraries and the start of the portal: fewer would mean that they were not found.
    expect(first.some((file) => /\/start-/.test(file))).toBe(true);
    expect(first.some((file) => /\/libraries-/.test(file))).toBe(true);
    expect(sum(first), first.map((file) => `${weigh(file)} ${file}`).join('\n')).toBeLessThanOrEqual(
      FIRST_SCREEN,
    );
  });

  test('a page loads at most 40 scripts and 400 kB until its screen is complete', () => {
    const screens = [...scriptsOfScreens()];
    expect(screens.length).toBeGreaterThan(35);
    const heavy = screens.filter(([, files]) => files.size > MAX_SCRIPTS || sum(files) > SCREEN);
    expect(heavy.map(([screen, files]) => `${files.size} with ${sum(files)} bytes: ${screen}`)).toEqual([]);
  });

  test('every script that a page loads later is at most 200 kB', () => {
    const pages = scripts.filter((file) => !workers.has(file));
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.filter((file) => weigh(file) > CHUNK)).toEqual([]);
  });

  test('every program of a thread is at most 400 kB', () => {
    expect(workers.size).toBeGreaterThan(0);
    expect([...workers].filter((file) => weigh(file) > WORKER)).toEqual([]);
  });

  test('styles of all screens together are at most 60 kB', () => {
    expect(sum(assets.filter((file) => file.endsWith('.css')))).toBeLessThanOrEqual(60_000);
  });
});

test.each([
  ['home', ['Home']],
  ['/', ['Landing']],
  ['/home/recent-files', ['FileLists']],
  ['/home/modules/$omiconId', ['ModulePage']],
  ['/home/explore', ['Explore', 'prefetch-explore']],
  ['preview', ['PreviewWithComments']],
  ['pdf', ['PdfPreview']],
])('what is preloaded for %s is what its scripts import', (part, names) => {
  const own = scripts.filter((file) =>
    names.some((name) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(file)),
  );
  expect(own).toHaveLength(names.length);
  const first = firstScripts();
  const expected = [...withImports(own)].filter((file) => !first.has(file));
  expect(preloadedFor(part).toSorted()).toEqual(expected.toSorted());
});

test('every screen is preloaded at its address', () => {
  expect(ROUTES.map(({ path }) => path).filter((path) => preloadedFor(path).length === 0)).toEqual([]);
});

test('Chromium is told to compile the scripts of pages while they load, but not large ones that load on demand', () => {
  const isTold = (file: string) => read(file).startsWith('//# allFunctionsCalledOnLoad\n');
  const pages = scripts.filter((file) => !workers.has(file));
  const others = pages.filter((file) => !isTold(file)).map((file) => file.replace(/-[\w-]{8}\.js$/, ''));
  expect(others.toSorted()).toEqual(
    ['MessageEditor', 'PdfPreview', 'RecordLineage', 'docx-frame'].map((name) => `assets/${name}`),
  );
});

/** An address of another host, with or without its scheme. */
const ELSEWHERE = /^\s*(?:[a-z][a-z\d+.-]*:)?\/\//i;

describe('nothing is loaded from another host', () => {
  test('by the page', () => {
    const addresses = all(read('index.html'), /\b(?:src|href|content)\s*=\s*["']?([^"'\s>]*)/g);
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => ELSEWHERE.test(address))).toEqual([]);
  });

  test('by styles: fonts, pictures and other styles', () => {
    const text = assets
      .filter((file) => file.endsWith('.css'))
      .map(read)
      .join('\n');
    const addresses = all(text, /(?:url\(|@import)\s*["']?([^"')]*)/g);
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((address) => ELSEWHERE.test(address))).toEqual([]);
  });

  test('by scripts: imports, workers, calls, pictures, fonts and frames', () => {
    const ways = [
      /(?:\bfrom|\bimport\(?)\s*["'`]([^"'`]*)/g,
      /\b(?:fetch|importScripts|Worker|SharedWorker|WebSocket|EventSource|sendBeacon|FontFace)\(\s*["'`]([^"'`]*)/g,
      /\b(?:src|poster|srcset|data-src)\s*[:=]\s*["'`]([^"'`]*)/g,
      /@import\s*(?:url\()?\s*["']?([^"')]*)/g,
      /\burl\(\s*["']?([^"')]*)/g,
    ];
    const addresses = scripts.flatMap((file) => {
      const text = read(file);
      return ways.flatMap((way) => all(text, way).map((address) => ({ file, address })));
    });
    expect(addresses.length).toBeGreaterThan(200);
    expect(addresses.filter(({ address }) => ELSEWHERE.test(address))).toEqual([]);
  });
});
