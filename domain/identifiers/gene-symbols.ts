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
 * @param name what `readIdentifier` reads
 */
export function genesOfDate(text: string, name: string = readIdentifier(text)): string[] {
  if (!HAS_PARTS.test(name)) return [];
  const key = mappingKey(name);
  const dayFirst = DAY_MONTH.exec(key);
  const monthFirst = MONTH_DAY.exec(key);
  const iso = ISO.exec(key);
  if (!dayFirst && !monthFirst && !iso) return [];
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
    const known = names.get(key);
    const official = known?.official ?? null;
    if (official === null)
      for (const to of repairGene({ from, key, known }, names, repair))
        keep(to, to === from ? key : mappingKey(to));
    else {
      repair.official += 1;
      keep(official, key);
    }
  }
  return repair;
}

/** A name as it is written, its `mappingKey` and what is known of it. */
interface WrittenName {
  from: string;
  key: string;
  known: KnownName | undefined;
}

/** Repairs one gene that is no official symbol, and records the result in `repair`. */
function repairGene(
  { from, key, known }: WrittenName,
  names: KnownNames,
  repair: GeneRepair,
): readonly string[] {
  const name = readIdentifier(from);
  const take = (
    symbols: readonly string[],
    list: 'cleaned' | 'mapped' | 'dates',
  ): readonly string[] | null => {
    const [to] = symbols;
    if (to === undefined) return null;
    if (symbols.length > 1) {
      repair.ambiguous.push({ from, candidates: [...symbols] });
      return [name];
    }
    repair[list].push({ from, to });
    return symbols;
  };
  // The first reading is the name as it is written.
  const [, ...others] = readingsOf(from, name);
  const asWritten = take(symbolsOf(key, known, names), 'mapped');
  if (asWritten !== null) return asWritten;
  for (const reading of others) {
    const readKey = mappingKey(reading);
    const read = names.get(readKey);
    const symbols = symbolsOf(readKey, read, names);
    const taken = take(symbols, (read?.official ?? null) === null ? 'mapped' : 'cleaned');
    if (taken !== null) return taken;
  }
  return (
    take(symbolsOfDate(genesOfDate(from, name), names), 'dates') ?? repairParts(from, name, names, repair)
  );
}

/** Several genes in one name, if each of them is one; otherwise the name is unknown. */
function repairParts(from: string, name: string, names: KnownNames, repair: GeneRepair): readonly string[] {
  const parts = partsOfName(name).map((part) => {
    const key = mappingKey(part);
    return symbolsOf(key, names.get(key), names);
  });
  const symbols = parts.flatMap((found) => (found.length === 1 ? found : []));
  if (parts.length === 0 || symbols.length < parts.length) {
    repair.unknown.push(from);
    return [name];
  }
  for (const to of symbols) repair.cleaned.push({ from, to });
  return symbols;
}
