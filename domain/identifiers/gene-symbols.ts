/** What stands in lists of genes: official symbols, aliases, and names that a spreadsheet took for dates. */
import { mappingKey } from './identifier-mapping.ts';

/** Symbols of one organism, by compared spelling. */
export interface SymbolTables {
  /** the official spelling */
  official: ReadonlyMap<string, string>;
  symbolsOfAlias: ReadonlyMap<string, readonly string[]>;
}

export interface Repair {
  from: string;
  to: string;
}

export interface GeneRepair {
  /** what to store: official symbols, aliases and dates replaced, everything else as it was given; each once */
  genes: string[];
  official: number;
  mapped: Repair[];
  dates: Repair[];
  ambiguous: { from: string; candidates: string[] }[];
  unknown: string[];
  /** genes that were there already, as given or after a replacement */
  repeated: number;
}

const MONTHS: readonly (readonly string[])[] = [
  ['JAN'],
  ['FEB'],
  ['MARCH', 'MARC', 'MAR'],
  ['APR'],
  ['MAY'],
  ['JUN'],
  ['JUL'],
  ['AUG'],
  ['SEPT', 'SEP'],
  ['OCT'],
  ['NOV'],
  ['DEC'],
];

/**
 * New names of the families that spreadsheets made dates of.
 * @source Bruford et al. 2020, Nat Genet 52:754 (guidelines for human gene nomenclature)
 */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^SEPT(\d{1,2})$/, 'SEPTIN'],
  [/^MARCH(\d{1,2})$/, 'MARCHF'],
  [/^MARC([12])$/, 'MTARC'],
  [/^DEC(1)$/, 'DELEC'],
];

/** Today's symbol of a family that spreadsheets made dates of: `MARCH8` is MARCHF8 now; null for every other name. */
export function currentSymbol(key: string): string | null {
  for (const [family, name] of RENAMED) {
    const [, number] = family.exec(key) ?? [];
    if (number !== undefined) return `${name}${number}`;
  }
  return null;
}

const DAY_MONTH = /^(\d{1,2})[-/. ]([A-Z]{3,9})(?:[-/. ]\d{2,4})?$/;
const MONTH_DAY = /^([A-Z]{3,9})[-/. ](\d{1,2})(?:[-/. ]\d{2,4})?$/;
const ISO = /^\d{4}-(\d{2})-(\d{2})(?:[ T]00:00(?::00)?)?$/;

const MONTH_NAMES =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');

/** Place of a month by its name or the beginning of it; -1 for any other word. */
function monthOf(word: string): number {
  return MONTH_NAMES.findIndex((name) => name.startsWith(word));
}

/**
 * Gene names that a spreadsheet may have turned into this date, as they were before: `2-Sep` was SEPT2 or SEP2.
 * Knows `2-Sep`, `Sep-02`, either with a year, and `2026-09-02`; empty for anything else. Serial numbers of days look
 * like Entrez ids and are not read.
 */
export function genesOfDate(text: string): string[] {
  const key = mappingKey(text);
  const dayFirst = DAY_MONTH.exec(key);
  const monthFirst = MONTH_DAY.exec(key);
  const iso = ISO.exec(key);
  const month = iso ? Number(iso[1]) - 1 : monthOf(dayFirst?.[2] ?? monthFirst?.[1] ?? '?');
  const day = Number(iso?.[2] ?? dayFirst?.[1] ?? monthFirst?.[2] ?? 0);
  if (day < 1 || day > 31) return [];
  return (MONTHS[month] ?? []).map((name) => `${name}${day}`);
}

/** Every name that decides what becomes of the given genes, compared spelling; to be looked up in the tables. */
export function keysOfGenes(given: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const gene of given) {
    for (const name of [mappingKey(gene), ...genesOfDate(gene)]) {
      keys.add(name);
      keys.add(currentSymbol(name) ?? name);
    }
  }
  return [...keys];
}

/** Official symbols that a name may mean: itself, what it was renamed to, or those that carry it as alias. */
function symbolsOf(key: string, tables: SymbolTables): string[] {
  const own = tables.official.get(key) ?? tables.official.get(currentSymbol(key) ?? '');
  return own === undefined ? [...(tables.symbolsOfAlias.get(key) ?? [])] : [own];
}

function symbolsOfDate(names: readonly string[], tables: SymbolTables): string[] {
  const newNames = names.flatMap((name) => tables.official.get(currentSymbol(name) ?? '') ?? []);
  const found = newNames.length > 0 ? newNames : names.flatMap((name) => symbolsOf(name, tables));
  return [...new Set(found)];
}

/**
 * What becomes of each gene of a list. An official symbol stays even where it is also an alias of another gene; a name
 * that several symbols carry is not decided here and stays as it was given.
 */
export function repairGenes(given: readonly string[], tables: SymbolTables): GeneRepair {
  const repair: GeneRepair = {
    genes: [],
    official: 0,
    mapped: [],
    dates: [],
    ambiguous: [],
    unknown: [],
    repeated: 0,
  };
  const kept = new Set<string>();
  for (const from of given) {
    const to = decide(from, tables, repair);
    if (kept.has(mappingKey(to))) repair.repeated += 1;
    else {
      kept.add(mappingKey(to));
      repair.genes.push(to);
    }
  }
  return repair;
}

/** Notes what is known of one gene and gives what to store for it. */
function decide(from: string, tables: SymbolTables, repair: GeneRepair): string {
  const own = tables.official.get(mappingKey(from));
  if (own !== undefined) {
    repair.official += 1;
    return own;
  }
  const names = genesOfDate(from);
  const candidates = symbolsOf(mappingKey(from), tables);
  const found = candidates.length > 0 ? candidates : symbolsOfDate(names, tables);
  const [to] = found;
  if (to === undefined) repair.unknown.push(from);
  else if (found.length > 1) repair.ambiguous.push({ from, candidates: found });
  else {
    (candidates.length > 0 ? repair.mapped : repair.dates).push({ from, to });
    return to;
  }
  return from;
}
