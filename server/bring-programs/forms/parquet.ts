/** Parquet files: one table of their flat columns. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import { freeTitle } from '@omicon/intake/bring/read/tables/study-parts.ts';
import { parquetScan } from 'hyparquet';
import { type BinaryForm, BinaryRefusal, VALUES } from '../binary-form.ts';
import { textOf } from './parquet/cell-text.ts';
import { PARSERS, type ParquetColumn } from './parquet/columns.ts';
import { COMPRESSORS, damaged, openParquet, orDamaged, type ParquetFile } from './parquet/open-parquet.ts';

/** Cells that are kept before they are written, numbers as such. */
const CELLS_AT_ONCE = 20_000_000;
/** The library keeps what it has unpacked of a column until another reading begins. */
const UNPACKED_AT_ONCE = 2_000_000;
const MAX_LISTED = 10;

export const parquet: BinaryForm = {
  async describe(file) {
    const { columns, rows, nested, binary } = await openParquet(file);
    return {
      sentence: `Parquet file, ${countOf(rows, 'row')}, ${countOf(columns.length, 'column')}`,
      tables: [{ name: VALUES }],
      cells: null,
      notes: [...leftOut(nested, 'nested'), ...leftOut(binary, 'binary')],
    };
  },

  async write(file, table, { writeRow }) {
    if (table !== VALUES) throw new BinaryRefusal(`The Parquet file has no table "${table}".`);
    const opened = await openParquet(file);
    const taken = new Set<string>();
    await writeRow(
      opened.columns.map(({ title }) => {
        const free = freeTitle(title, taken);
        taken.add(free);
        return free;
      }),
    );
    for (const { from, to, groupRows } of blocksOf(opened)) {
      const cells = await readBlock(opened, { from, to, groupRows });
      for (let row = 0; row < to - from; row += 1) await writeRow(cells.map((textAt) => textAt(row)));
    }
  },
};

function leftOut(names: readonly string[], kind: string): string[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, MAX_LISTED).join(', ');
  return [
    `${countOf(names.length, `${kind} column`)} left out: ${listed}${names.length > MAX_LISTED ? ', ...' : ''}.`,
  ];
}

interface Block {
  from: number;
  to: number;
  /** of the group of rows that the block is in */
  groupRows: number;
}

/** Rows that are kept at once, each block within one group of rows. */
function* blocksOf({ metadata, columns }: ParquetFile): Generator<Block> {
  const step = Math.max(1, Math.floor(CELLS_AT_ONCE / columns.length));
  let start = 0;
  for (const { num_rows: rows } of metadata.row_groups) {
    const end = start + Number(rows);
    for (let from = start; from < end; from += step) {
      yield { from, to: Math.min(end, from + step), groupRows: end - start };
    }
    start = end;
  }
}

/** Text of a cell by its row. */
type TextAt = (row: number) => string;

/** Cells of a block by column. */
async function readBlock(opened: ParquetFile, { from, to, groupRows }: Block): Promise<TextAt[]> {
  const cells: TextAt[] = [];
  const step = Math.max(1, Math.floor(UNPACKED_AT_ONCE / groupRows));
  for (let first = 0; first < opened.columns.length; first += step) {
    const columns = opened.columns.slice(first, first + step);
    cells.push(...(await orDamaged(() => readColumns(opened, columns, { rowStart: from, rowEnd: to }))));
  }
  return cells;
}

async function readColumns(
  { file, metadata }: ParquetFile,
  columns: readonly ParquetColumn[],
  range: { rowStart: number; rowEnd: number },
): Promise<TextAt[]> {
  const scan = await parquetScan({
    file,
    metadata,
    columns: columns.map(({ name }) => name),
    compressors: COMPRESSORS,
    parsers: PARSERS,
    utf8: false,
    geoparquet: false,
    ...range,
  });
  const cells: TextAt[] = [];
  for (const column of columns) {
    const values: ArrayLike<unknown> = await scan.readColumn({ column: column.name, ...range });
    if (values.length !== range.rowEnd - range.rowStart) throw damaged();
    cells.push(keptCells(values, column));
  }
  return cells;
}

/** Numbers take eight bytes each, and become text when they are written. */
function keptCells(values: ArrayLike<unknown>, column: ParquetColumn): TextAt {
  const numbers = asNumbers(values, column);
  if (numbers === null) {
    const texts = Array.from(values, (value) => textOf(value, column));
    return (row) => texts[row] ?? '';
  }
  return (row) => (numbers.isNull[row] === 1 ? '' : textOf(numbers.values[row], column));
}

/** Null unless all values are numbers or null. */
function asNumbers(
  values: ArrayLike<unknown>,
  { scale, perSecond }: ParquetColumn,
): { values: Float64Array; isNull: Uint8Array } | null {
  if (scale !== null || perSecond !== null) return null;
  const numbers = new Float64Array(values.length);
  const isNull = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (typeof value === 'number') numbers[row] = value;
    else if (value === undefined || value === null) isNull[row] = 1;
    else return null;
  }
  return { values: numbers, isNull };
}
