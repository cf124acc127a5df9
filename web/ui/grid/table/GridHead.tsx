import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowUpRight } from '@tabler/icons-react';
import type { Header, RowData } from '@tanstack/react-table';
import type { KeyboardEvent } from 'react';
import { AddressLink } from '../../navigation/AddressLink.tsx';
import { type Column, isRightAligned } from '../columns.ts';
import classes from '../data-grid.module.css';
import { type GridFeatures, type GridTableState, NARROWEST } from '../use-grid-table.ts';

interface HeaderCellProps<Row extends RowData> {
  column: Column<Row>;
  header: Header<GridFeatures, Row, unknown>;
  isFirst: boolean;
  hasChecks: boolean;
}

const KEYBOARD_STEP = 16;

function HeaderCell<Row extends RowData>({ column, header, isFirst, hasChecks }: HeaderCellProps<Row>) {
  const { table } = header.getContext();
  const order = header.column.getIsSorted();
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!event.altKey || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    event.preventDefault();
    const size = header.getSize() + (event.key === 'ArrowRight' ? KEYBOARD_STEP : -KEYBOARD_STEP);
    table.setColumnSizing((sizes) => ({ ...sizes, [column.key]: Math.max(NARROWEST, size) }));
  }

  const content = (
    <>
      <span className={classes.headText}>{column.title}</span>
      {order !== false && <Arrow size={14} aria-hidden="true" />}
    </>
  );
  return (
    <th
      scope="col"
      aria-sort={order === false ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      className={classes.head}
      data-first={isFirst || undefined}
      data-after-checks={(isFirst && hasChecks) || undefined}
      data-right={isRightAligned(column.kind) || undefined}
      data-linked={typeof column.headHref === 'string' || undefined}
    >
      {header.column.getCanSort() ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => header.column.toggleSorting()}
          onKeyDown={onKeyDown}
        >
          {content}
        </UnstyledButton>
      ) : (
        <span className={classes.sort}>{content}</span>
      )}
      {typeof column.headHref === 'string' && (
        <AddressLink
          className={classes.headLink}
          href={column.headHref}
          aria-label={`Open ${column.title}`}
          title={`Open ${column.title}`}
        >
          <IconArrowUpRight size={14} aria-hidden="true" />
        </AddressLink>
      )}
      <span
        className={classes.resize}
        title={`Drag to widen ${column.title}`}
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        aria-hidden="true"
      />
    </th>
  );
}

interface GridHeadProps<Row extends RowData> {
  columns: readonly Column<Row>[];
  table: GridTableState<Row>;
  checks: { isAll: boolean; isSome: boolean; toggleAll(): void } | null;
  hasActions: boolean;
}

export function GridHead<Row extends RowData>({ columns, table, checks, hasActions }: GridHeadProps<Row>) {
  const headers = table.getFlatHeaders();
  return (
    <thead>
      <tr>
        {checks !== null && (
          <th scope="col" className={classes.head} data-check>
            <Checkbox
              size="xs"
              aria-label="Select all records"
              checked={checks.isAll}
              indeterminate={checks.isSome && !checks.isAll}
              onChange={checks.toggleAll}
            />
          </th>
        )}
        {columns.map((column, index) => {
          const header = headers[index];
          return (
            header !== undefined && (
              <HeaderCell
                key={column.key}
                column={column}
                header={header}
                isFirst={index === 0}
                hasChecks={checks !== null}
              />
            )
          );
        })}
        {hasActions && (
          <th scope="col" className={classes.head} data-menu>
            <span className={classes.hiddenText}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
