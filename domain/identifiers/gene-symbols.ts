/** Repairs gene lists: aliases, renamed symbols, and dates that a spreadsheet made of gene names. */
import { mappingKey } from './identifier-mapping.ts';
import { partsOfName, readIdentifier, readingsOf } from './read-identifiers.ts';

/** Symbols of one organism, by `mappingKey`. */
export interface SymbolTables {
  /** official spelling by `mappingKey` */
  official: ReadonlyMap<string, string>;
  symbolsOfAlias: ReadonlyMap<string, readonly string[]>;
}

export interface Repair {
  from: string;
  to: string;
}

export interface GeneRepair {
  /** the repaired list: official symbols, with aliases and dates replaced; of other names what is read; unique */
  genes: string[];
  official: number;
  /** official symbols written in other characters: `HLA–DRA`, HLA.DRA; `TP53/EGFR` becomes two */
  cleaned: Repair[];
  mapped: Repair[];
  dates: Repair[];
  ambiguous: { from: string; candidates: string[] }[];
  unknown: string[];
  /** number of duplicates, also after replacement */
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
 * Renamed gene families that spreadsheets turn into dates.
 * @source Bruford et al. 2020, Nat Genet 52:754 (guidelines for human gene nomenclature)
 */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^SEPT(\d{1,2})$/, 'SEPTIN'],
  [/^MARCH(\d{1,2})$/, 'MARCHF'],
  [/^MARC([12])$/, 'MTARC'],
  [/^DEC(1)$/, 'DELEC'],
];

/** First letters of the families: one look at them spares most names the patterns. */
const RENAMED_INITIALS = new Set([...'SMD']);

/** The current symbol of such a gene: `MARCH8` is now MARCHF8; null for other names. */
export function currentSymbol(key: string): string | null {
  if (!RENAMED_INITIALS.has(key.charAt(0))) return null;
  for (const [family, name] of RENAMED) {
    const [, number] = family.exec(key) ?? [];
    if (number !== undefined) return `${name}${number}`;
  }
  return null;
}

/** What every date has, and few names: a separator beside a digit. */
const HAS_PARTS = /\d[-/. ]|[-/. ]\d/;
const DAY_MONTH = /^(\d{1,2})[-/. ]([A-Z]{3,9})(?:[-/. ]\d{2,4})?$/;
const MONTH_DAY = /^([A-Z]{3,9})[-/. ](\d{1,2})(?:[-/. ]\d{2,4})?$/;
const ISO = /^\d{4}-(\d{2})-(\d{2})(?:[ T]00:00(?::00)?)?$/;

const MONTH_NAMES =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');

/** Index of a month by its name or a prefix of it; -1 for other words. */
function monthOf(word: string): number {
  return MONTH_NAMES.findIndex((name) => name.startsWith(word));
}

/**
 * Gene names that a spreadsheet may have turned into this date: `2-Sep` was SEPT2 or SEP2. Accepts `2-Sep`, `Sep-02`,
 * either with a year, and `2026-09-02`; empty for anything else, also for serial dates, which look like Entrez ids.
 */
export function genesOfDate(text: string): string[] {
  const name = readIdentifier(text);
  if (!HAS_PARTS.test(name)) return [];
  const key = mappingKey(name);
  const dayFirst = DAY_MONTH.exec(key);
  const monthFirst = MONTH_DAY.exec(key);
  const iso = ISO.exec(key);
  const month = iso ? Number(iso[1]) - 1 : monthOf(dayFirst?.[2] ?? monthFirst?.[1] ?? '?');
  const day = Number(iso?.[2] ?? dayFirst?.[1] ?? monthFirst?.[2] ?? 0);
  if (day < 1 || day > 31) return [];
  return (MONTHS[month] ?? []).map((name) => `${name}${day}`);
}

/** All names to look up in the tables to repair these genes, as `mappingKey`. */
export function keysOfGenes(input: readonly string[]): string[] {
  const keys = new Set<string>();
  const add = (name: string) => {
    const key = mappingKey(name);
    keys.add(key);
    const current = currentSymbol(key);
    if (current !== null) keys.add(current);
  };
  for (const gene of input) {
    for (const name of readingsOf(gene)) add(name);
    for (const name of genesOfDate(gene)) add(name);
    for (const part of partsOfName(readIdentifier(gene))) add(part);
  }
  return [...keys];
}

/** Official symbols of a name: itself, its new name, or those that have it as alias. */
function symbolsOf(key: string, tables: SymbolTables): string[] {
  const official = tables.official.get(key) ?? tables.official.get(currentSymbol(key) ?? '');
  return official === undefined ? [...(tables.symbolsOfAlias.get(key) ?? [])] : [official];
}

function symbolsOfDate(names: readonly string[], tables: SymbolTables): string[] {
  if (names.length === 0) return [];
  const newNames = names.flatMap((name) => tables.official.get(currentSymbol(name) ?? '') ?? []);
  const found = newNames.length > 0 ? newNames : names.flatMap((name) => symbolsOf(name, tables));
  return [...new Set(found)];
}

/**
 * Repairs a list of genes. An official symbol is kept even if it is also an alias of another gene; a name of several
 * symbols is ambiguous and kept.
 */
export function repairGenes(input: readonly string[], tables: SymbolTables): GeneRepair {
  const repair: GeneRepair = {
    genes: [],
    official: 0,
    cleaned: [],
    mapped: [],
    dates: [],
    ambiguous: [],
    unknown: [],
    repeated: 0,
  };
  const kept = new Set<string>();
  const keep = (to: string, key: string) => {
    if (kept.has(key)) repair.repeated += 1;
    else {
      kept.add(key);
      repair.genes.push(to);
    }
  };
  for (const from of input) {
    const key = mappingKey(from);
    const official = tables.official.get(key);
    if (official === undefined) for (const to of repairGene(from, tables, repair)) keep(to, mappingKey(to));
    else {
      repair.official += 1;
      keep(official, key);
    }
  }
  return repair;
}

/** Repairs one gene that is no official symbol, and records the result in `repair`. */
function repairGene(from: string, tables: SymbolTables, repair: GeneRepair): string[] {
  const readings = readingsOf(from);
  const reading = readings.find((name) => symbolsOf(mappingKey(name), tables).length > 0);
  const candidates = reading === undefined ? [] : symbolsOf(mappingKey(reading), tables);
  const found = candidates.length > 0 ? candidates : symbolsOfDate(genesOfDate(from), tables);
  const [to] = found;
  if (to === undefined) return repairParts(from, tables, repair);
  if (found.length > 1) {
    repair.ambiguous.push({ from, candidates: found });
    return [readIdentifier(from)];
  }
  const isOfficial = reading !== undefined && tables.official.has(mappingKey(reading));
  const list = isOfficial && reading !== from.trim() ? 'cleaned' : reading === undefined ? 'dates' : 'mapped';
  repair[list].push({ from, to });
  return [to];
}

/** Several genes in one name, if each of them is one; otherwise the name is unknown. */
function repairParts(from: string, tables: SymbolTables, repair: GeneRepair): string[] {
  const parts = partsOfName(readIdentifier(from)).map((part) => symbolsOf(mappingKey(part), tables));
  const symbols = parts.flatMap((found) => (found.length === 1 ? found : []));
  if (parts.length === 0 || symbols.length < parts.length) {
    repair.unknown.push(from);
    return [readIdentifier(from)];
  }
  for (const to of symbols) repair.cleaned.push({ from, to });
  return symbols;
}
