/** What GEO says of samples, as a sheet: one column for each key of a characteristic, and whatever else differs. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import { refusal } from '../../../records.ts';
import type { SampleSheet } from '../../study.ts';
import { freeTitle, type Note, remark } from '../tables/study-parts.ts';

export const LABEL_COLUMN = 'geo_accession';
const MAX_LINES_OF_SAMPLE = 2000;
const MAX_COLUMNS_OF_SHEET = 5000;

/** A sample as `!Sample_` lines describe it: name of each line without `!Sample_`, and what it says, in order. */
export interface GeoSample {
  accession: string;
  lines: { name: string; value: string }[];
}

/** Columns that every sheet has if GEO has them, with their titles. */
const USUAL: readonly [name: string, title: string][] = [
  ['title', 'title'],
  ['source_name_ch1', 'source_name'],
  ['source_name_ch2', 'source_name (channel 2)'],
  ['organism_ch1', 'organism'],
  ['molecule_ch1', 'molecule'],
  ['platform_id', 'platform'],
];
/** Differs between samples without describing them. */
const ADMINISTRATIVE =
  /^(?:geo_accession|status|submission_date|last_update_date|relation|data_row_count|series_id|contact_.*|supplementary_file.*|taxid_.*)$/;
const CHARACTERISTICS = /^characteristics_ch(\d)$/;

/** Makes a sheet of samples. @throws IntakeRefusal for more lines or columns than any series has */
export function sheetOfSamples(
  file: string,
  samples: readonly GeoSample[],
): { sheet: SampleSheet; notes: Note[] } {
  const table = new SheetColumns(file, samples.length);
  const notes = [...describe(file, samples, table)];
  const columns = [...table.columns.keys()];
  const cells = [...table.columns.values()];
  const rows = samples.map(({ accession }, at) => [accession, ...cells.map((column) => column[at] ?? null)]);
  return { sheet: { file, columns: [LABEL_COLUMN, ...columns], labelColumn: LABEL_COLUMN, rows }, notes };
}

/** Columns by title, in order of their first value. */
class SheetColumns {
  readonly columns = new Map<string, (string | null)[]>();
  readonly #file: string;
  readonly #length: number;
  readonly #taken = new Set([LABEL_COLUMN]);

  constructor(file: string, length: number) {
    this.#file = file;
    this.#length = length;
  }

  add(title: string): (string | null)[] {
    const free = freeTitle(title, this.#taken);
    this.#taken.add(free);
    if (this.#taken.size > MAX_COLUMNS_OF_SHEET) {
      throw refusal(this.#file, `The samples have over ${countOf(MAX_COLUMNS_OF_SHEET, 'characteristic')}.`);
    }
    const column = new Array<string | null>(this.#length).fill(null);
    this.columns.set(free, column);
    return column;
  }
}

function describe(file: string, samples: readonly GeoSample[], table: SheetColumns): Note[] {
  const others = valuesOfLines(file, samples);
  for (const [name, title] of USUAL) copyColumn(table, title, others.get(name));
  const notes = addCharacteristics(file, samples, table);
  for (const [key, values] of others) {
    const name = key.replace(/ \d+$/, '');
    const isUsual = USUAL.some(([usual]) => usual === key);
    if (isUsual || ADMINISTRATIVE.test(name) || !differs(values)) continue;
    copyColumn(table, key, values);
  }
  return notes;
}

function copyColumn(table: SheetColumns, title: string, values: (string | null)[] | undefined): void {
  if (values === undefined) return;
  const column = table.add(title);
  for (const [at, value] of values.entries()) column[at] = value;
}

function differs(values: readonly (string | null)[]): boolean {
  return values.some((value) => value !== values[0]);
}

/** Values of all lines but characteristics; the second line of a name is called `description 2`. */
function valuesOfLines(file: string, samples: readonly GeoSample[]): Map<string, (string | null)[]> {
  const all = new Map<string, (string | null)[]>();
  for (const [at, { accession, lines }] of samples.entries()) {
    if (lines.length > MAX_LINES_OF_SAMPLE) {
      throw refusal(file, `Sample ${accession} has over ${countOf(MAX_LINES_OF_SAMPLE, 'line')}.`);
    }
    const seen = new Map<string, number>();
    for (const { name, value } of lines) {
      if (CHARACTERISTICS.test(name)) continue;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const key = count === 1 ? name : `${name} ${count}`;
      const values = all.get(key) ?? new Array<string | null>(samples.length).fill(null);
      values[at] = value.trim() || null;
      all.set(key, values);
    }
  }
  return all;
}

/**
 * Key and value of a characteristic. The key ends at the first colon; a value may have more. Text whose part before
 * the colon has no letter, such as a time, or that goes on with slashes, such as an address, has no key.
 */
export function splitCharacteristic(text: string): { key: string | null; value: string } {
  const colon = text.indexOf(':');
  const key = text.slice(0, Math.max(0, colon)).trim();
  const isKey = colon > 0 && key.length <= 200 && /\p{L}/u.test(key) && !text.startsWith('//', colon + 1);
  return isKey ? { key, value: text.slice(colon + 1).trim() } : { key: null, value: text.trim() };
}

function addCharacteristics(file: string, samples: readonly GeoSample[], table: SheetColumns): Note[] {
  const columns = new Map<string, { title: string; cells: (string | null)[] }>();
  let repeated = 0;
  let keyless = 0;
  for (const [at, sample] of samples.entries()) {
    let keylessOfSample = 0;
    for (const { key, value, suffix } of characteristicsOf(sample)) {
      if (value === '' && key === null) continue;
      if (key === null) {
        keyless += 1;
        keylessOfSample += 1;
      }
      const number = key === null && keylessOfSample > 1 ? ` ${keylessOfSample}` : '';
      const title = `${key ?? 'characteristics'}${number}${suffix}`;
      const folded = title.toLowerCase().replace(/\s+/g, ' ');
      const column = columns.get(folded) ?? { title, cells: table.add(title) };
      columns.set(folded, column);
      const before = column.cells[at] ?? null;
      if (before !== null && value !== '') repeated += 1;
      column.cells[at] = [before ?? '', value].filter((part) => part !== '').join('; ') || null;
    }
  }
  return characteristicNotes(file, repeated, keyless);
}

function characteristicNotes(file: string, repeated: number, keyless: number): Note[] {
  const notes: Note[] = [];
  if (repeated > 0) {
    notes.push(
      remark(
        file,
        `${countOf(repeated, 'characteristic')} of a key that a sample has twice joined with "; ".`,
      ),
    );
  }
  if (keyless > 0) {
    const sentence = `${countOf(keyless, 'characteristic')} without a key; the column is called characteristics.`;
    notes.push(remark(file, sentence));
  }
  return notes;
}

function* characteristicsOf({
  lines,
}: GeoSample): Generator<{ key: string | null; value: string; suffix: string }> {
  for (const { name, value } of lines) {
    const channel = CHARACTERISTICS.exec(name)?.[1];
    if (channel === undefined) continue;
    yield { ...splitCharacteristic(value), suffix: channel === '1' ? '' : ` (channel ${channel})` };
  }
}
