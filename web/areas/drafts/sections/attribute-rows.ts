/** Columns of the sheet together with what the map says of them. */
import type { AttributeMap, DataMap, DataProposal, SheetColumn } from '@omicon/domain/data-map/data-map.ts';
import { formatCount } from '@omicon/domain/records/count-of.ts';
import { repeatedNames } from '../store-reason.ts';

export interface AttributeRow {
  sheetColumn: SheetColumn;
  /** what the map says of the column; undefined if it does not have it */
  attribute: AttributeMap | undefined;
}

/** A column that the map does not have: left out. */
export function leftOut(column: string): AttributeMap {
  return {
    column,
    name: column === '' ? 'Unnamed' : column,
    is_kept: false,
    role: null,
    missing: [],
    values: {},
  };
}

/** A row for each column of the sheet except that of the sample names. */
export function rowsOf(
  { attributes, label_column }: Pick<DataMap, 'attributes' | 'label_column'>,
  columns: readonly SheetColumn[],
): AttributeRow[] {
  const byColumn = new Map(attributes.map((attribute) => [attribute.column, attribute]));
  return columns
    .filter(({ column }) => column !== label_column)
    .map((sheetColumn) => ({ sheetColumn, attribute: byColumn.get(sheetColumn.column) }));
}

/** The attributes with that of one column changed, or added. */
export function withAttribute(
  attributes: readonly AttributeMap[],
  column: string,
  change: Partial<AttributeMap>,
): AttributeMap[] {
  const index = attributes.findIndex((attribute) => attribute.column === column);
  const changed = { ...(attributes[index] ?? leftOut(column)), ...change };
  return index === -1 ? [...attributes, changed] : attributes.with(index, changed);
}

/** The attributes with those of some columns kept. */
export function keepAll(attributes: readonly AttributeMap[], columns: readonly string[]): AttributeMap[] {
  const wanted = new Set(columns);
  const known = new Set(attributes.map(({ column }) => column));
  return [
    ...attributes.map((attribute) =>
      wanted.has(attribute.column) ? { ...attribute, is_kept: true } : attribute,
    ),
    ...[...wanted.difference(known)].map((column) => ({ ...leftOut(column), is_kept: true })),
  ];
}

/** Why the attribute of a column cannot be as it is, by column. */
export function errorsOf(
  attributes: readonly AttributeMap[],
  faults: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const repeated = repeatedNames(attributes);
  return new Map(
    attributes.flatMap(({ column, name, is_kept }, index): [string, string][] => {
      const isRepeated = is_kept && repeated.has(name.trim());
      const error =
        faults.get(`attributes.${index}.name`) ?? (isRepeated ? 'Two attributes have this name.' : undefined);
      return error === undefined ? [] : [[column, error]];
    }),
  );
}

/** Attributes of the map whose column this sheet does not have. */
export function listForeign(
  { attributes }: Pick<DataMap, 'attributes'>,
  { sheet_columns }: Pick<DataProposal, 'sheet_columns'>,
): AttributeMap[] {
  const columns = new Set(sheet_columns.map(({ column }) => column));
  return attributes.filter(({ column }) => !columns.has(column));
}

const FREQUENT = 6;

/** `text, 3 values: female 12, male 10 … · 2 missing`. */
export function describeValues({ kind, distinct, missing, values }: SheetColumn): string {
  const counted = values.slice(0, FREQUENT).map(({ value, count }) => `${value} ${formatCount(count)}`);
  const examples = kind === 'unique' ? values.slice(0, 3).map(({ value }) => value) : counted;
  const more = distinct > examples.length ? ' …' : '';
  const gaps = missing === 0 ? '' : ` · ${formatCount(missing)} missing`;
  const kinds = {
    number: 'numbers',
    text: 'text',
    constant: 'one value',
    unique: 'different in each sample',
  };
  const several = kind === 'number' || kind === 'text' ? `, ${formatCount(distinct)} different` : '';
  return `${kinds[kind]}${several}: ${examples.join(', ')}${more}${gaps}`;
}

const MOST_CODES = 12;

/** What is read otherwise than it is written, in sentences. */
export function describeReadings({ missing, values }: AttributeMap): string[] {
  const codes = Object.entries(values);
  const shown = codes.slice(0, MOST_CODES).map(([from, to]) => `${from} → ${to}`);
  return [
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(', ')}`]),
    ...(shown.length === 0 ? [] : [`${shown.join(', ')}${codes.length > shown.length ? ' …' : ''}`]),
  ];
}
