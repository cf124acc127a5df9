/** Columns of a Parquet file that become text, and how. @source https://github.com/apache/parquet-format, LogicalTypes.md */
import type { FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet';
import { isoTime } from './iso-time.ts';

export interface ParquetColumn {
  /** in the file */
  name: string;
  title: string;
  /** digits after the point; null unless it is decimal */
  scale: number | null;
  /** how often the unit of a time of day is in a second; null unless it is one */
  perSecond: bigint | null;
}

export interface ParquetColumns {
  columns: ParquetColumn[];
  /** names of columns with lists or structures, and with bytes */
  nested: string[];
  binary: string[];
}

const TEXT = new Set(['UTF8', 'ENUM', 'JSON', 'STRING', 'UUID', 'FLOAT16', 'DECIMAL']);
/** Their values are no cells of a table, whatever bytes they are kept in. */
const NO_CELLS = new Set(['BSON', 'INTERVAL', 'GEOMETRY', 'GEOGRAPHY', 'VARIANT', 'MAP', 'LIST']);
const MAX_SCALE = 1000;
const UNNAMED_INDEX = /^__index_level_\d+__$/;

/** Exact values in the place of dates and parsed JSON. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (value: bigint) => isoTime(BigInt(value), 1000n),
  timestampFromMicroseconds: (value: bigint) => isoTime(BigInt(value), 1_000_000n),
  timestampFromNanoseconds: (value: bigint) => isoTime(BigInt(value), 1_000_000_000n),
  dateFromDays: (days: number) => isoTime(BigInt(days) * 86_400n, 1n).slice(0, -'T00:00:00'.length),
  jsonFromBytes: (bytes: Uint8Array) => bytes,
};

/**
 * Columns in order, after those of a pandas index. Decimals lose their annotation in the metadata, as the library would
 * round them.
 */
export function columnsOf(metadata: FileMetaData, schema: SchemaTree): ParquetColumns {
  const found: ParquetColumns = { columns: [], nested: [], binary: [] };
  for (const { children, element } of schema.children) {
    if (children.length > 0 || element.repetition_type === 'REPEATED') found.nested.push(element.name);
    else if (isBinary(element)) found.binary.push(element.name);
    else found.columns.push(columnOf(element));
  }
  const index = pandasIndex(metadata);
  const place = ({ name }: ParquetColumn) => {
    const at = index.findIndex((column) => column.name === name);
    return at < 0 ? index.length : at;
  };
  found.columns.sort((a, b) => place(a) - place(b));
  for (const column of found.columns) {
    column.title = index.find(({ name }) => name === column.name)?.title ?? column.title;
  }
  return found;
}

function annotationsOf({ converted_type, logical_type }: SchemaElement): string[] {
  return [converted_type, logical_type?.type].filter((name) => name !== undefined);
}

function isBinary(element: SchemaElement): boolean {
  const annotations = annotationsOf(element);
  if (annotations.some((name) => NO_CELLS.has(name))) return true;
  const isOfBytes = element.type === 'BYTE_ARRAY' || element.type === 'FIXED_LEN_BYTE_ARRAY';
  return isOfBytes && !annotations.some((name) => TEXT.has(name));
}

function columnOf(element: SchemaElement): ParquetColumn {
  const { name, logical_type: logical, converted_type: converted } = element;
  const column: ParquetColumn = { name, title: name, scale: null, perSecond: null };
  if (annotationsOf(element).includes('DECIMAL')) {
    const scale = logical?.type === 'DECIMAL' ? logical.scale : (element.scale ?? 0);
    if (!(Math.abs(scale) <= MAX_SCALE)) throw new RangeError('A decimal has more than 1,000 digits.');
    column.scale = scale;
    delete element.converted_type;
    delete element.logical_type;
  }
  if (logical?.type === 'TIME')
    column.perSecond = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n }[logical.unit];
  else if (converted === 'TIME_MILLIS') column.perSecond = 1000n;
  else if (converted === 'TIME_MICROS') column.perSecond = 1_000_000n;
  return column;
}

/** Columns of the index by the metadata of pandas, with their titles. */
function pandasIndex({ key_value_metadata: entries = [] }: FileMetaData): { name: string; title: string }[] {
  const written = entries.find(({ key }) => key === 'pandas')?.value;
  const pandas = written === undefined ? null : asJson(written);
  const described = listOf(pandas, 'columns');
  return listOf(pandas, 'index_columns').flatMap((name) => {
    // An index of numbers without gaps is no column.
    if (typeof name !== 'string') return [];
    const column = described.find((one) => partOf(one, 'field_name') === name);
    const title = partOf(column, 'name');
    return [{ name, title: typeof title === 'string' ? title : UNNAMED_INDEX.test(name) ? 'index' : name }];
  });
}

/** Null for what is no JSON: the file is read without it. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

function listOf(value: unknown, key: string): unknown[] {
  const list = partOf(value, key);
  return Array.isArray(list) ? list : [];
}
