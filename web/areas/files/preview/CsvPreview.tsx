import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { countOf } from '../../../ui/format.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { usePreviewCsv } from './calls.ts';
import classes from './preview.module.css';
import { columnLetters, type Sheet, toSheet } from './sheet.ts';

/** A csv file as a spreadsheet of its first 25 columns. */
export function CsvPreview({ fileKey }: { fileKey: string }) {
  const preview = usePreviewCsv(fileKey);
  const { data, isError } = preview;
  const sheet = useMemo(() => (data === undefined ? null : toSheet(data.columns, data.rows)), [data]);

  useEffect(() => {
    if (isError) showToast({ type: 'danger', title: 'Error!', message: 'Error while previewing the file' });
  }, [isError]);

  if (isError) return <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />;
  if (sheet === null || data === undefined) return <Waiting what="the table" lines={10} />;
  const { number_of_columns: columns, number_of_rows: rows } = data;
  const isCut = columns > data.columns.length;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {countOf(rows, 'row')} and {countOf(columns, 'column')}
        {isCut &&
          `. The first ${data.columns.length} columns are shown; download the file to see all of them`}
        .
      </Text>
      <SheetTable sheet={sheet} numberOfColumns={columns} />
    </>
  );
}

const ROW_HEIGHT = 28;
const NUMBER_WIDTH = 64;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The sheet itself; only the rows in sight are drawn. */
function SheetTable({ sheet, numberOfColumns }: { sheet: Sheet; numberOfColumns: number }) {
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a large table is scrolled with the keys
    <section ref={scroller} className={classes.sheet} aria-label="Content of the file" tabIndex={0}>
      <table
        style={{ width }}
        aria-rowcount={sheet.rows.length + 1}
        aria-colcount={Math.max(numberOfColumns, sheet.titles.length) + 1}
      >
        <colgroup>
          <col style={{ width: NUMBER_WIDTH }} />
          {sheet.widths.map((each, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
            <col key={place} style={{ width: each }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.corner}>
              Row
            </th>
            {sheet.titles.map((title, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
              <th key={place} scope="col" title={title}>
                <span className={classes.letters}>{columnLetters(place)}</span> {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr className={classes.spacer} style={{ height: above }} />}
          {drawn.map(({ index }) => (
            <SheetRow
              key={index}
              number={index + 1}
              cells={sheet.rows[index] ?? []}
              columns={sheet.titles.length}
            />
          ))}
          {below > 0 && <tr className={classes.spacer} style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}

function SheetRow({ number, cells, columns }: { number: number; cells: readonly string[]; columns: number }) {
  return (
    <tr aria-rowindex={number + 1}>
      <th scope="row">{number}</th>
      {Array.from({ length: columns }, (_, place) => {
        const cell = cells[place] ?? '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other identity
          <td key={place} title={cell} data-number={NUMBER.test(cell) || undefined}>
            {cell}
          </td>
        );
      })}
    </tr>
  );
}
