import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { formatCount } from '../../../../ui/text/format.ts';
import classes from '../preview.module.css';
import { columnLetters, type Sheet } from './sheet.ts';

const ROW_HEIGHT = 28;
const NUMBER_WIDTH = 88;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

interface SheetTableProps {
  sheet: Sheet;
  /** number of rows of the whole file */
  numberOfColumns: number;
  numberOfRows?: number | undefined;
  /** row and column of the first cell shown, from 0 */
  firstRow?: number;
  firstColumn?: number;
  /** highlighted row, from 0 */
  markedRow?: number | null;
}

/** Cells of a text file as a spreadsheet; only visible rows are rendered. */
export function SheetTable({
  sheet,
  numberOfColumns,
  numberOfRows = sheet.rows.length,
  firstRow = 0,
  firstColumn = 0,
  markedRow = null,
}: SheetTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: sheet.numberOfRows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const drawn = virtual.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const width = NUMBER_WIDTH + sheet.widths.reduce((sum, each) => sum + each, 0);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a large table scrolls by keyboard
    <section ref={scroller} className={classes.sheet} aria-label="Content of the file" tabIndex={0}>
      <table
        style={{ width }}
        aria-rowcount={numberOfRows + 1}
        aria-colcount={Math.max(numberOfColumns, firstColumn + sheet.titles.length) + 1}
      >
        <colgroup>
          <col style={{ width: NUMBER_WIDTH }} />
          {sheet.widths.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
            <col key={index} style={{ width: each }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.corner}>
              Row
            </th>
            {sheet.titles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
              <th key={index} scope="col" title={title}>
                <span className={classes.letters}>{columnLetters(firstColumn + index)}</span> {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr className={classes.spacer} style={{ height: above }} />}
          {drawn.map(({ index }) => (
            <SheetRow
              key={index}
              number={firstRow + index + 1}
              cells={sheet.rows[index] ?? []}
              columns={sheet.titles.length}
              isMarked={firstRow + index === markedRow}
            />
          ))}
          {below > 0 && <tr className={classes.spacer} style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}

interface SheetRowProps {
  /** from 1 */
  number: number;
  cells: readonly string[];
  columns: number;
  isMarked: boolean;
}

function SheetRow({ number, cells, columns, isMarked }: SheetRowProps) {
  return (
    <tr aria-rowindex={number + 1} data-marked={isMarked || undefined}>
      <th scope="row">{formatCount(number)}</th>
      {Array.from({ length: columns }, (_, index) => {
        const cell = cells[index] ?? '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
          <td key={index} title={cell} data-number={NUMBER.test(cell) || undefined}>
            {cell}
          </td>
        );
      })}
    </tr>
  );
}
