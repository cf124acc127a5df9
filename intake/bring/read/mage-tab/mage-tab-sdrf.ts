/** The table of samples and what was done with them, of MAGE-TAB. @source http://fged.org/projects/mage-tab/ */
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { TextFile } from '../files/text-file.ts';
import { withoutQuotes } from '../tables/split-row.ts';
import { baseName, freeTitle, type Note, readSheet, remark } from '../tables/study-parts.ts';
import { checkColumns, type TableLayout } from '../tables/table-rows.ts';

/** Columns that name what a matrix can have in its columns, the likeliest first. */
export const NODES = [
  'Assay Name',
  'Hybridization Name',
  'Scan Name',
  'Normalization Name',
  'Labeled Extract Name',
  'Extract Name',
  'Sample Name',
  'Source Name',
  'Array Data File',
];
const FILES = [
  'Derived Array Data Matrix File',
  'Array Data Matrix File',
  'Derived Array Data File',
  'Derived Data File',
];
const DESCRIBED = /^(?:characteristics?|factor ?value|parameter value) ?\[(.{1,300})\]$/i;
const UNIT = /^unit ?\[/i;
/** Columns that describe a sample without brackets. */
const PLAIN = ['Material Type', 'Label', 'Array Design REF', 'Technology Type'];
const MAX_LISTED = 10;

export interface Sdrf {
  text: TextFile;
  titles: string[];
  rows: (string | null)[][];
}

/** Layout if a file has the titles of this form; null for other files. */
export function sdrfLayout(text: TextFile): TableLayout | null {
  const at = text.head.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  const columns = (text.head[at] ?? '').split('\t').map((title) => withoutQuotes(title.trim()));
  const isKnown = columns[0]?.toLowerCase() === 'source name' && columns.some((title) => isOfSdrf(title));
  if (!isKnown) return null;
  checkColumns(text.name, columns);
  return { text, separator: '\t', quoting: 'outer', linesBefore: at + 1, columns, endMark: null };
}

function isOfSdrf(title: string): boolean {
  return (
    DESCRIBED.test(title) ||
    [...NODES, ...FILES].some((node) => node !== 'Source Name' && isTitled(title, node))
  );
}

function isTitled(title: string, name: string): boolean {
  return title.toLowerCase() === name.toLowerCase();
}

export async function readSdrf(layout: TableLayout): Promise<Sdrf> {
  const { rows } = await readSheet(layout);
  return { text: layout.text, titles: layout.columns, rows };
}

/** Values of the first column of this title that has any; null for none. */
export function valuesOf({ titles, rows }: Sdrf, name: string): (string | null)[] | null {
  for (const [at, title] of titles.entries()) {
    if (isTitled(title, name) && rows.some((row) => row[at] !== null))
      return rows.map((row) => row[at] ?? null);
  }
  return null;
}

/** Names of files that have values, without folders. */
export function filesOfValues({ titles, rows }: Sdrf): Set<string> {
  const columns = titles.flatMap((title, at) => (FILES.some((name) => isTitled(title, name)) ? [at] : []));
  return new Set(columns.flatMap((at) => rows.flatMap((row) => (row[at] ? [baseName(row[at])] : []))));
}

/** The column that names most of the titles of a matrix; of equal ones, that which the matrix refers to. */
export function nodeOf(sdrf: Sdrf, titles: ReadonlySet<string>, referred: string | null): string | null {
  let best: { node: string; count: number } | null = null;
  for (const node of [...(referred === null ? [] : [referred]), ...NODES]) {
    const names = new Set(valuesOf(sdrf, node) ?? []);
    const count = [...titles].filter((title) => names.has(title)).length;
    if (count > (best?.count ?? 0)) best = { node, count };
  }
  return best?.node ?? null;
}

/** The only value that a column has; empty otherwise. */
export function onlyValue(values: readonly (string | null)[] | null): string {
  const distinct = new Set((values ?? []).filter((value) => value !== null));
  const [value = ''] = distinct;
  return distinct.size === 1 ? value : '';
}

export interface SdrfColumn {
  title: string;
  values: (string | null)[];
}

/** What describes samples: nodes, characteristics and factors. Factors that repeat a characteristic are left out. */
export function columnsOf(sdrf: Sdrf, notes: Note[]): SdrfColumn[] {
  const columns: SdrfColumn[] = [];
  for (const node of [...NODES].reverse()) {
    const values = valuesOf(sdrf, node);
    if (values !== null) columns.push({ title: node, values });
  }
  let others = 0;
  const taken = new Map(columns.map(({ title, values }) => [title, values]));
  for (const [at, title] of sdrf.titles.entries()) {
    const name = DESCRIBED.exec(title)?.[1]?.trim() ?? PLAIN.find((plain) => isTitled(title, plain));
    if (name === undefined) {
      others += NODES.some((node) => isTitled(title, node)) || title === '' || UNIT.test(title) ? 0 : 1;
      continue;
    }
    const column = withUnit(sdrf, at, name);
    if (column.values.every((value) => value === null) || isRepeated(column, taken.get(column.title)))
      continue;
    const free = freeTitle(column.title, taken);
    taken.set(free, column.values);
    columns.push({ title: free, values: column.values });
  }
  if (others > 0) {
    const sentence = `${countOf(others, 'column')} of protocols, terms, files and comments left out.`;
    notes.push(remark(sdrf.text.name, sentence));
  }
  return columns;
}

function isRepeated({ values }: SdrfColumn, other: readonly (string | null)[] | undefined): boolean {
  return other?.every((value, row) => value === values[row]) ?? false;
}

/** The unit is in the column after the values: in the title if it is one, otherwise after each value. */
function withUnit({ titles, rows }: Sdrf, at: number, name: string): SdrfColumn {
  const values = rows.map((row) => row[at] ?? null);
  if (!UNIT.test(titles[at + 1] ?? '')) return { title: name, values };
  const units = rows.map((row) => row[at + 1] ?? null);
  const unit = onlyValue(units);
  if (unit !== '') return { title: `${name} (${unit})`, values };
  const joined = values.map((value, row) =>
    value !== null && units[row] ? `${value} ${units[row]}` : value,
  );
  return { title: name, values: joined };
}

/** One row for each name, in order; values of several rows that differ are joined and noted. */
export function groupRows(
  sdrf: Sdrf,
  columns: readonly SdrfColumn[],
  key: string,
  notes: Note[],
): (string | null)[][] {
  const groups = new Map<string, number[]>();
  const keys = columns.find(({ title }) => title === key)?.values ?? [];
  let unnamed = 0;
  for (const [row, name] of keys.entries()) {
    const rows = groups.get(name ?? '');
    if (name === null) unnamed += 1;
    else if (rows === undefined) groups.set(name, [row]);
    else rows.push(row);
  }
  const differing = new Map<string, number>();
  const grouped = [...groups.values()].map((rows) =>
    columns.map(({ title, values }) => {
      const distinct = [...new Set(rows.flatMap((row) => values[row] ?? []))];
      if (distinct.length > 1) differing.set(title, (differing.get(title) ?? 0) + 1);
      return distinct.length === 0 ? null : distinct.join('; ');
    }),
  );
  const file = sdrf.text.name;
  if (unnamed > 0) notes.push(remark(file, `${countOf(unnamed, 'row')} without ${key} left out.`));
  if (differing.size > 0) {
    const listed = [...differing].slice(0, MAX_LISTED).map(([title, count]) => `${title} (${count})`);
    const more = differing.size > MAX_LISTED ? ', ...' : '';
    const sentence = `Samples have several rows with different values, which are joined, in ${listed.join(', ')}${more}.`;
    notes.push(remark(file, sentence));
  }
  return grouped;
}
