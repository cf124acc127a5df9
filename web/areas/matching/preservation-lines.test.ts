import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import {
  commonFeatures,
  observePreservation,
  PRESERVATION_STATISTICS,
  type PreservationStatistic,
} from '@omicon/domain/statistics/preservation/preservation.ts';
import { randomOf } from '@omicon/domain/statistics/preservation/random.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRESERVATION_LANGUAGES, preservationLines } from './preservation-lines.ts';

const run = promisify(execFile);
const PATH = '/api/covariation-modules/5/preservation/8/?definition=PosBC';
const SCRIPT = {
  ...{ origin: 'https://omicon.example.org', path: PATH, isRun: false, definition: 'PosBC', module: 5 },
  tested: { id: 8, title: 'Phillips 2006 GSE4271 EXT A.1' },
};

test('the lines of code ask for the test of the page, its members and its data sets', () => {
  for (const language of PRESERVATION_LANGUAGES) expect(preservationLines(language, SCRIPT)).toContain(PATH);
  for (const language of ['R', 'WGCNA'] as const) {
    const lines = preservationLines(language, SCRIPT);
    expect(lines).toContain('/members/?definition=PosBC');
    expect(lines).toContain('# Phillips 2006 GSE4271 EXT A.1\n');
    expect(lines).toContain('read_values("tested.csv", 8)');
    expect(lines.includes('modulePreservation(')).toBe(language === 'WGCNA');
  }
  const ofRun = preservationLines('R', { ...SCRIPT, path: '/api/preservation-runs/3/', isRun: true });
  expect(ofRun).toContain('shown <- ask("/api/preservation-runs/3/")$modules');
});

/** Features of two modules, one that does not vary, one with a gap, and some of their own. */
const [SIZE, FOUND_SAMPLES, TESTED_SAMPLES] = [9, 11, 10];
const FEATURES = Array.from({ length: 2 * SIZE + 6 }, (_, at) => `GENE${at}`);
const MEMBERS: Record<number, string[]> = {
  5: [...FEATURES.slice(0, SIZE), 'ONLY_FOUND'],
  6: FEATURES.slice(SIZE, 2 * SIZE + 2),
  7: FEATURES.slice(0, 3),
};

function valuesOf(samples: number, seed: number): number[][] {
  const random = randomOf(seed);
  const courses = [0, 1].map(() => Array.from({ length: samples }, random));
  return FEATURES.map((_, feature) =>
    Array.from({ length: samples }, (_, sample) => {
      const course = feature < SIZE ? courses[0] : feature < 2 * SIZE ? courses[1] : undefined;
      return 5 + (feature % 3 === 0 ? -1 : 1) * (course?.[sample] ?? 0) + 0.6 * random();
    }),
  );
}

const found = valuesOf(FOUND_SAMPLES, 3);
const tested = valuesOf(TESTED_SAMPLES, 4);
found[1]?.fill(7);
tested[2]?.splice(4, 1, Number.NaN);
/** The network has all but the first and the last sample, in another order. */
const NETWORK_SAMPLES = Array.from({ length: FOUND_SAMPLES - 2 }, (_, at) => FOUND_SAMPLES - 2 - at);

const cell = (value: number) => (Number.isNaN(value) ? '-99.99' : String(value));

/** With two header lines, and rows in another order than in the other file. */
function twoLineFile(): string {
  const labels = Array.from({ length: FOUND_SAMPLES }, (_, at) => `"S${at}"`);
  const rows = [...found.entries()]
    .reverse()
    .map(([at, row]) => `${at},"${FEATURES[at]}",${row.map(cell).join()}`);
  const only = `99,"ONLY_FOUND",${labels.map((_, at) => at).join()}`;
  return [`INDEX,Feature,${labels.map((_, at) => at + 1).join()}`, `,SYMBOL,${labels}`, only, ...rows].join(
    '\n',
  );
}

/** With one header line, and a column of information before the identifiers. */
function oneLineFile(): string {
  const labels = Array.from({ length: TESTED_SAMPLES }, (_, at) => `"T${at}"`);
  const rows = tested.map((row, at) => `"chr${at}","${FEATURES[at]}",${row.map(cell).join()}`);
  return [`"Position","SYMBOL",${labels}`, ...rows].join('\n');
}

function observedOf(module: number): Record<PreservationStatistic, number> {
  const samples = (row: number[]) => NETWORK_SAMPLES.map((at) => row[at] ?? Number.NaN);
  const pairs = FEATURES.map((_, at): [number, number] => [at, at]);
  const { common, indexes } = commonFeatures(featureMatrix(found.map(samples)), featureMatrix(tested), pairs);
  const members = (MEMBERS[module] ?? []).map((feature) => indexes[FEATURES.indexOf(feature)] ?? -1);
  return observePreservation(
    common,
    members.filter((index) => index >= 0),
  ).observed;
}

/** What the portal replies: the third module has too few genes to be tested. */
function replyTo(url: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const number = Number(pathname.split('/')[3]);
  if (pathname.endsWith('/members/')) {
    const features = MEMBERS[number] ?? [];
    // Pages of five, whatever was asked for.
    const page = Number(searchParams.get('page'));
    const results = page > 1 ? [] : features.map((feature) => ({ feature }));
    return { total: features.length, results };
  }
  if (pathname.endsWith('/eigengene/')) return { samples: NETWORK_SAMPLES.map((at) => `S${at}`) };
  const sizes: Record<string, number> = { '7': FOUND_SAMPLES, '8': TESTED_SAMPLES };
  if (pathname.startsWith('/api/data-sets/'))
    return { number_of_samples: sizes[number], unique_identifier: 'SYMBOL' };
  if (pathname.startsWith('/api/preservation-runs/')) return { modules: [5, 6, 7].map(preservationOf) };
  if (pathname.includes('/preservation/')) return preservationOf(number);
  return { input_data_set_id: 7 };
}

function preservationOf(module: number) {
  const preservation = module === 7 ? null : { observed: observedOf(module) };
  return { module: { id: module, name: `module${module}` }, preservation };
}

const has = (library: string) =>
  spawnSync('Rscript', ['--vanilla', '-e', `library(httr2); library(${library})`]).status === 0;

describe.skipIf(!has('httr2'))('the lines of R', () => {
  let folder = '';
  const server = createServer((request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(replyTo(request.url ?? ''))),
  );
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-lines-'));
    writeFileSync(path.join(folder, 'found.csv'), twoLineFile());
    writeFileSync(path.join(folder, 'tested.csv'), oneLineFile());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  /** Rows of the table of the script: module, statistic, the number of R and that of the portal. */
  async function resultOf(language: 'R' | 'WGCNA', path: string, isRun: boolean) {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const script = `invisible(capture.output({
${preservationLines(language, { ...SCRIPT, origin, path, isRun })}
}))
write.table(format(result, digits = 15), "result.tsv", quote = FALSE, sep = "\\t", row.names = FALSE, col.names = FALSE)
cat(readLines("result.tsv"), sep = "\\n")`;
    const { stdout } = await run('Rscript', ['--vanilla', '-e', script], {
      cwd: folder,
      env: { ...process.env, OMICON_TOKEN: 'x' },
    });
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t').map((part) => part.trim()));
  }

  function expectStatistics(rows: string[][], modules: number[], isSigned: boolean): void {
    expect(rows.map(([module, statistic]) => [module, statistic])).toEqual(
      modules.flatMap((module) => PRESERVATION_STATISTICS.map((name) => [`module${module}`, name])),
    );
    for (const [module = '', statistic, inR, inPortal] of rows) {
      const expected = observedOf(Number(module.slice(-1)))[statistic as PreservationStatistic];
      const own = isSigned ? expected : Math.abs(expected);
      expect(Number(inPortal), `${module} ${statistic}`).toBeCloseTo(expected, 12);
      expect(isSigned ? Number(inR) : Math.abs(Number(inR)), `${module} ${statistic}`).toBeCloseTo(own, 10);
    }
  }

  test('reproduce the observed statistics of a module', async () => {
    expectStatistics(await resultOf('R', PATH, false), [5], true);
  }, 60_000);

  test('reproduce those of all modules of a run, without the modules of too few genes', async () => {
    expectStatistics(await resultOf('R', '/api/preservation-runs/3/', true), [5, 6], true);
  }, 60_000);

  test.skipIf(!has('WGCNA'))(
    'reproduce them by WGCNA',
    async () => {
      expectStatistics(await resultOf('WGCNA', PATH, false), [5], false);
    },
    120_000,
  );
});
