/** Networks by symbol, as R compares them: kME in float64 from the matrix and the eigengenes; used by tests only. */
import { globSync, readFileSync } from 'node:fs';
import { indexTargets, mappingKey } from '../../identifiers/identifier-mapping.ts';
import { knownNames } from '../../identifiers/known-names.ts';
import { mapIdentifiers, mapToOfficialSymbols } from '../../identifiers/map-identifiers.ts';
import { kmeOfSymbols, type SymbolsOfFeatures, symbolsOfMembers } from '../matching/kme-profiles.ts';
import { kmeOfModules } from '../modules/kme.ts';
import { data, readEigengenes, readMatrix, readModules } from './read.ts';

export interface NetworkInput {
  root: string;
  network: string;
  data_set: string;
}

/** A network by symbol; modules in the order of its eigengenes. */
export interface SymbolNetwork {
  modules: string[];
  sampleCount: number;
  samples: string[];
  eigengenes: Float64Array[];
  /** by number of the symbol, one array per module */
  kme: Float64Array[];
  /** numbers of the symbols of the Seed members, one array per module */
  members: Uint32Array[];
}

const TABLES = `${data}/corpus/resources/mapping_tables`;

/** Pairs of a table; its cells hold no commas, and only empty ones are quoted. */
function readPairs(name: string): { identifier: string; target: string }[] {
  const [file = ''] = globSync(`${TABLES}/**/${name}.csv`);
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  return lines.flatMap((line) => {
    const [identifier = '', targets = ''] = line.replaceAll('"', '').split(',');
    return targets.split(' | ').map((target) => ({ identifier, target }));
  });
}

/** Symbols of each feature: official ones stay, an alias has all its symbols, other names are kept. */
function readSymbols(kind: string, features: readonly string[]): string[][] {
  if (kind === 'PROBEID') {
    const targets = indexTargets(readPairs('Affymetrix_U133A_PROBEID_SYMBOL'));
    return mapIdentifiers(features, targets).map((feature) => feature.targets);
  }
  const aliases = readPairs('Homo_sapiens_SYMBOL_ALIAS');
  const known = [...aliases, ...readPairs('Homo_sapiens_SYMBOL_ENTREZID')].map((pair) => pair.identifier);
  const official = new Map(known.map((symbol) => [mappingKey(symbol), symbol]));
  const backwards = aliases.map(({ identifier, target }) => ({ identifier: target, target: identifier }));
  const mapped = mapToOfficialSymbols(features, knownNames(official, indexTargets(backwards)));
  return mapped.map(({ id, targets }) => {
    const own = official.get(mappingKey(id));
    return own === undefined ? targets : [own];
  });
}

/** Kind of the identifiers of a network, the second column of its kME table. */
function readKind({ root, network }: NetworkInput): string {
  const folder = `${data}/${root}/${network}`;
  const [file = ''] = globSync('kME_table*.csv', { cwd: folder });
  return readFileSync(`${folder}/${file}`, 'utf8').split(',', 2)[1]?.replaceAll('"', '') ?? '';
}

/** Networks over one numbering of symbols. */
export function readNetworks(inputs: readonly NetworkInput[]): {
  symbols: Map<string, number>;
  networks: SymbolNetwork[];
} {
  const symbols = new Map<string, number>();
  const numberOf = (symbol: string): number => {
    const known = symbols.get(mappingKey(symbol));
    if (known !== undefined) return known;
    symbols.set(mappingKey(symbol), symbols.size);
    return symbols.size - 1;
  };
  const read = inputs.map((input) => {
    const measured = readMatrix({ root: input.root, file: input.data_set });
    const pairs = readSymbols(readKind(input), measured.features).flatMap((names, feature) =>
      names.map((name) => ({ feature, symbol: numberOf(name) })),
    );
    const list: SymbolsOfFeatures = {
      features: Uint32Array.from(pairs, ({ feature }) => feature),
      symbols: Uint32Array.from(pairs, ({ symbol }) => symbol),
    };
    return { input, measured, list };
  });
  const networks = read.map(({ input, measured, list }): SymbolNetwork => {
    const eigengenes = readEigengenes(input.root, input.network);
    const seeds = readModules(input.root, input.network);
    const rowOf = new Map(measured.features.map((feature, row) => [feature, row]));
    const rowsOf = (module: string) => (seeds.get(module) ?? []).flatMap((name) => rowOf.get(name) ?? []);
    return {
      modules: [...eigengenes.keys()],
      sampleCount: measured.samples.length,
      samples: measured.samples,
      eigengenes: [...eigengenes.values()],
      kme: kmeOfModules(measured.matrix, [...eigengenes.values()]).map((kme) =>
        kmeOfSymbols(kme, list, symbols.size),
      ),
      members: [...eigengenes.keys()].map((module) =>
        symbolsOfMembers(Uint32Array.from(rowsOf(module)), list),
      ),
    };
  });
  return { symbols, networks };
}
