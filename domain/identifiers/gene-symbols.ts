/** Repairs gene lists: aliases, renamed symbols, and dates that a spreadsheet made of gene names. */
import { mappingKey } from './identifier-mapping.ts';
import type { KnownName, KnownNames } from './known-names.ts';
import { partsOfName, readIdentifier, readingsOf } from './read-identifiers.ts';

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
 * Gene families that were renamed because spreadsheets turn them into dates.
 * @source Bruford et al. 2020, Nat Genet 52:754 (guidelines for human gene nomenclature)
 */
const RENAMED = /^(SEPT|MARCH|MARC(?=[12]$)|DEC(?=1$))(\d{1,2})$/;
const NEW_NAMES: ReadonlyMap<string, string> = new Map([
  ['SEPT', 'SEPTIN'],
  ['MARCH', 'MARCHF'],
  ['MARC', 'MTARC'],
  ['DEC', 'DELEC'],
]);

/** The current symbol of such a gene: `MARCH8` is now MARCHF8; null for other names. */
export function currentSymbol(key: string): string | null {
  const [, family = '', number = ''] = RENAMED.exec(key) ?? [];
  const name = NEW_NAMES.get(family);
  return name === undefined ? null : `${name}${number}`;
}

/** `2-Sep`, `Sep-02` or `2026-09-02` */
const DATE =
  /^(?:(?:(\d{1,2})[-/. ]([A-Z]{3,9})|([A-Z]{3,9})[-/. ](\d{1,2}))(?:[-/. ]\d{2,4})?|\d{4}-(\d{2})-(\d{2})(?:[ T]00:00(?::00)?)?)$/;

const MONTH_NAMES =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');

/** Index of a month by its name or a prefix of it; -1 for other words. */
function monthOf(word: string): number {
  return MONTH_NAMES.findIndex((name) => name.startsWith(word));
}

/**
 * Gene names that a spreadsheet may have turned into this date: `2-Sep` was SEPT2 or SEP2. Accepts `2-Sep`, `Sep-02`,
 * either with a year, and `2026-09-02`; empty for anything else, also for serial dates, which look like Entrez ids.
 * @param name what `readIdentifier` reads
 */
export function genesOfDate(text: string, name: string = readIdentifier(text)): string[] {
  const date = DATE.exec(mappingKey(name));
  if (date === null) return [];
  const [, dayFirst, monthSecond, monthFirst, daySecond, isoMonth, isoDay] = date;
  const month = isoMonth === undefined ? monthOf(monthSecond ?? monthFirst ?? '?') : Number(isoMonth) - 1;
  const day = Number(isoDay ?? dayFirst ?? daySecond);
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
    const name = readIdentifier(gene);
    for (const reading of readingsOf(gene, name)) add(reading);
    for (const date of genesOfDate(gene, name)) add(date);
    for (const part of partsOfName(name)) add(part);
  }
  return [...keys];
}

/** The official symbol that a name was renamed to; null for most names. */
function renamed(key: string, names: KnownNames): string | null {
  const current = currentSymbol(key);
  return current === null ? null : (names.get(current)?.official ?? null);
}

/** Official symbols of a name: itself, its new name, or those that have it as alias. */
function symbolsOf(key: string, known: KnownName | undefined, names: KnownNames): readonly string[] {
  const official = known?.official ?? renamed(key, names);
  return official === null ? (known?.aliasOf ?? []) : [official];
}

function symbolsOfDate(dates: readonly string[], names: KnownNames): string[] {
  if (dates.length === 0) return [];
  const newNames = dates.flatMap((name) => renamed(name, names) ?? []);
  const found =
    newNames.length > 0 ? newNames : dates.flatMap((name) => symbolsOf(name, names.get(name), names));
  return [...new Set(found)];
}

/**
 * Repairs a list of genes. An official symbol is kept even if it is also an alias of another gene; a name of several
 * symbols is ambiguous and kept.
 */
export function repairGenes(input: readonly string[], names: KnownNames): GeneRepair {
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
  // Lookups in loops of their own: a lookup waits for memory, and such loops wait for several at once.
  const keys = input.map(mappingKey);
  const found = keys.map((key) => names.get(key));
  const kept = new Set<string>();
  let named = 0;
  const keep = (gene: string, key: string) => {
    kept.add(key);
    named += 1;
    if (kept.size > repair.genes.length) repair.genes.push(gene);
  };
  for (let at = 0; at < input.length; at += 1) {
    const from = input[at] ?? '';
    const key = keys[at] ?? '';
    const known = found[at];
    const official = known?.official ?? null;
    if (official === null)
      for (const gene of repairGene({ from, key, known }, names, repair)) keep(gene, mappingKey(gene));
    else {
      repair.official += 1;
      keep(official, key);
    }
  }
  repair.repeated = named - repair.genes.length;
  return repair;
}

/** A name as it is written, its `mappingKey` and what is known of it. */
interface WrittenName {
  from: string;
  key: string;
  known: KnownName | undefined;
}

/** The only symbols that a reading of the name has, and the list of `GeneRepair` for them; null if there are none. */
function findSymbols(
  { from, key, known }: WrittenName,
  name: string,
  names: KnownNames,
): { symbols: readonly string[]; list: 'cleaned' | 'mapped' | 'dates' } | null {
  const asWritten = symbolsOf(key, known, names);
  if (asWritten.length > 0) return { symbols: asWritten, list: 'mapped' };
  // The first reading is the name as it is written.
  const readings = readingsOf(from, name);
  for (let at = 1; at < readings.length; at += 1) {
    const readKey = mappingKey(readings[at] ?? '');
    const read = names.get(readKey);
    const symbols = symbolsOf(readKey, read, names);
    if (symbols.length > 0)
      return { symbols, list: (read?.official ?? null) === null ? 'mapped' : 'cleaned' };
  }
  const symbols = symbolsOfDate(genesOfDate(from, name), names);
  return symbols.length > 0 ? { symbols, list: 'dates' } : null;
}

/** Repairs one gene that is no official symbol, and records the result in `repair`. */
function repairGene(written: WrittenName, names: KnownNames, repair: GeneRepair): readonly string[] {
  const { from } = written;
  const name = readIdentifier(from);
  const found = findSymbols(written, name, names);
  if (found === null) return repairParts(from, name, names, repair);
  const [to = name] = found.symbols;
  if (found.symbols.length > 1) {
    repair.ambiguous.push({ from, candidates: [...found.symbols] });
    return [name];
  }
  repair[found.list].push({ from, to });
  return found.symbols;
}

/** Several genes in one name, if each of them is one; otherwise the name is unknown. */
function repairParts(from: string, name: string, names: KnownNames, repair: GeneRepair): readonly string[] {
  const parts = partsOfName(name);
  const symbols: string[] = [];
  for (const part of parts) {
    const key = mappingKey(part);
    const found = symbolsOf(key, names.get(key), names);
    if (found.length !== 1) break;
    symbols.push(...found);
  }
  if (parts.length === 0 || symbols.length < parts.length) {
    repair.unknown.push(from);
    return [name];
  }
  for (const to of symbols) repair.cleaned.push({ from, to });
  return symbols;
}
