import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AddressLink } from '../../navigation/AddressLink.tsx';
import { ColourSwatch } from '../../text/ColourSwatch.tsx';
import { countOf, formatTime, withMinus } from '../../text/format.ts';
import { MiddleText } from '../../text/MiddleText.tsx';
import { NameText } from '../../text/NameText.tsx';
import { type Column, formatCell, isRightAligned, textOfCell, valueOfCell } from '../columns.ts';
import classes from '../data-grid.module.css';

/** The whole value behind a shortened cell. */
export function fullText<Row>(column: Column<Row>, row: Row): string {
  const value = valueOfCell(column, row);
  if (column.kind === 'date' && typeof value === 'string') return formatTime(value);
  if (column.kind === 'size' && typeof value === 'number') return countOf(value, 'byte');
  if ((column.kind === 'p-value' || column.kind === 'decimal') && typeof value === 'number')
    return withMinus(String(value));
  return value === null ? textOfCell(column, row) : formatCell(column.kind, value);
}

function cellContent<Row>(column: Column<Row>, row: Row): ReactNode {
  const shown = column.show?.(row);
  if (column.show !== undefined && typeof shown !== 'string') return shown;
  const text = typeof shown === 'string' ? shown : formatCell(column.kind, valueOfCell(column, row));
  const name =
    column.kind === 'identifier' ? (
      <span className="identifier">
        <MiddleText text={text} />
      </span>
    ) : (
      <NameText text={text} />
    );
  const content =
    column.swatch === undefined ? (
      name
    ) : (
      <>
        <ColourSwatch colour={column.swatch(row)} /> {name}
      </>
    );
  const href = column.href?.(row) ?? null;
  if (href === null) return content;
  return (
    <AddressLink href={href} tabIndex={-1} className={classes.link ?? ''}>
      {content}
    </AddressLink>
  );
}

interface GridRowProps<Row> {
  row: Row;
  rowIndex: number;
  /** row number over all pages, for assistive technology */
  number: number;
  name: string;
  columns: readonly Column<Row>[];
  /** column of the cell that Tab reaches, null when it is in another row */
  activeColumn: number | null;
  isChecked: boolean | null;
  /** checked for good */
  isLocked: boolean;
  isDimmed: boolean;
  /** null in grids without row actions */
  hasActions: boolean | null;
  onCheck(rowIndex: number): void;
  onMenu(rowIndex: number, at: { x: number; y: number }, origin: HTMLElement): void;
  onFocusCell(row: number, column: number): void;
}

/** Uses plain elements: each Mantine component renders several others, and a page has up to 200 rows. */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, rowIndex, name, columns, activeColumn, isChecked, hasActions } = props;

  function openFromButton(button: HTMLElement): void {
    const box = button.getBoundingClientRect();
    props.onMenu(rowIndex, { x: box.left, y: box.bottom }, button);
  }

  return (
    <tr
      aria-rowindex={props.number + 1}
      data-checked={isChecked === true || undefined}
      aria-selected={isChecked ?? undefined}
      data-dimmed={props.isDimmed || undefined}
      className={classes.row}
      onContextMenu={(event) => {
        if (hasActions !== true || !(event.target instanceof HTMLElement)) return;
        event.preventDefault();
        const cell = event.target.closest<HTMLElement>('[data-row]') ?? event.currentTarget;
        props.onMenu(rowIndex, { x: event.clientX, y: event.clientY }, cell);
      }}
    >
      {isChecked !== null && (
        <td className={classes.cell} data-check>
          <input
            type="checkbox"
            className={`mantine-focus-auto ${classes.check}`}
            aria-label={`Select ${name}`}
            checked={isChecked}
            disabled={props.isLocked}
            onChange={() => props.onCheck(rowIndex)}
          />
        </td>
      )}
      {columns.map((column, columnIndex) => (
        <td
          key={column.key}
          className={classes.cell}
          data-row={rowIndex}
          data-column={columnIndex}
          data-first={columnIndex === 0 || undefined}
          data-after-checks={(columnIndex === 0 && isChecked !== null) || undefined}
          data-right={isRightAligned(column.kind) || undefined}
          tabIndex={activeColumn === columnIndex ? 0 : -1}
          title={fullText(column, row)}
          onFocus={() => props.onFocusCell(rowIndex, columnIndex)}
        >
          {cellContent(column, row)}
        </td>
      ))}
      {hasActions !== null && (
        <td className={classes.cell} data-menu>
          {hasActions && (
            <button
              type="button"
              className={`mantine-focus-auto ${classes.menuButton}`}
              aria-label={`Actions for ${name}`}
              aria-haspopup="menu"
              onClick={(event) => openFromButton(event.currentTarget)}
            >
              <IconDots size={16} aria-hidden="true" />
            </button>
          )}
        </td>
      )}
    </tr>
  );
}
