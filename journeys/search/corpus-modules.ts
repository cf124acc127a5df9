/** Modules from the kME tables of the corpus, and P-values of overlaps, without any code of the product. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { CORPUS, corpusFile, readRows } from '../harness/corpus-files.ts';

export interface FileModule {
  /** path of the kME table in the corpus */
  file: string;
  collection: string;
  network: string;
  definition: 'Seed' | 'Bonferroni' | 'FDR';
  name: string;
  /** symbols of its features, without duplicates */
  members: ReadonlySet<string>;
  /** symbols of all features in the table */
  features: ReadonlySet<string>;
}

const COLUMNS = [
  ['Seed', /^ModSeed$/],
  ['Bonferroni', /^TopModPosBC/],
  ['FDR', /^TopModPosFDR/],
] as const;

/** Symbols by probe; a probe may map to several genes, or to none. */
function readProbes(): Map<string, string[]> {
  const symbols = new Map<string, string[]>();
  for (const { PROBEID = '', SYMBOL = '' } of readRows(corpusFile('resources/**/*_PROBEID_SYMBOL.csv'))) {
    if (SYMBOL !== '' && SYMBOL !== 'NA') symbols.set(PROBEID, [...(symbols.get(PROBEID) ?? []), SYMBOL]);
  }
  return symbols;
}

function modulesOf(file: string, probes: ReadonlyMap<string, readonly string[]>): FileModule[] {
  const rows = readRows(path.join(CORPUS, file));
  const titles = Object.keys(rows[0] ?? {});
  const identifier = titles[1] ?? '';
  const symbolsOf = (some: readonly Record<string, string>[]) => {
    const names = some.map((row) => row[identifier] ?? '');
    return new Set(identifier === 'PROBEID' ? names.flatMap((name) => probes.get(name) ?? []) : names);
  };
  const features = symbolsOf(rows);
  return COLUMNS.flatMap(([definition, title]) => {
    const column = titles.find((each) => title.test(each)) ?? '';
    const members = Map.groupBy(rows, (row) => row[column] ?? '');
    members.delete('');
    return [...members].map(([name, ofModule]) => ({
      file,
      collection: file.split('/')[0] ?? '',
      network: file.split('/').at(-2) ?? '',
      definition,
      name,
      members: symbolsOf(ofModule),
      features,
    }));
  });
}

/** Modules of all networks, with one entry per definition with members that have a symbol. */
export function readModules(): FileModule[] {
  const probes = readProbes();
  const files = globSync('**/kME_table_*.csv', { cwd: CORPUS }).toSorted();
  return files.flatMap((file) => modulesOf(file, probes)).filter(({ members }) => members.size > 0);
}

interface Counts {
  overlap: number;
  size: number;
  listed: number;
  universe: number;
}

/** Overlap counts of a module and a list, by column name of the product's table. */
export function moduleOfList({ members, features }: FileModule, symbols: readonly string[]): Counts {
  const listed = symbols.filter((symbol) => features.has(symbol));
  return {
    overlap: listed.filter((symbol) => members.has(symbol)).length,
    size: members.size,
    listed: listed.length,
    universe: features.size,
  };
}

function choose(n: bigint, k: bigint): bigint {
  let result = 1n;
  for (let factor = 1n; factor <= k; factor += 1n) result = (result * (n - k + factor)) / factor;
  return result;
}

/** Hypergeometric P(X >= overlap), computed with integers. */
export function chanceOf({ overlap, size, listed, universe }: Counts): number {
  const [most, inModule, drawn, all] = [
    Math.min(size, listed),
    BigInt(size),
    BigInt(listed),
    BigInt(universe),
  ];
  let ways = 0n;
  for (let shared = overlap; shared <= most; shared += 1) {
    const both = BigInt(shared);
    if (drawn - both <= all - inModule) ways += choose(inModule, both) * choose(all - inModule, drawn - both);
  }
  const DIGITS = 10n ** 60n;
  return Number((ways * DIGITS) / choose(all, drawn)) / 1e60;
}
