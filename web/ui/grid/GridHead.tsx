import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { type Column, isRightAligned, type Sorting } from './columns.ts';
import classes from './data-grid.module.css';

interface HeaderCellProps {
  column: { key: string; title: string; kind: Column<never>['kind']; isSortable?: boolean };
  isFirst: boolean;
  hasChecks: boolean;
  width: number;
  sorting: Sorting | null;
  onSort(key: string): void;
  onResize(key: string, width: number): void;
}

function ResizeHandle({
  title,
  onDrag,
}: {
  title: string;
  onDrag(byPx: number, isFirstMove: boolean): void;
}) {
  function begin(event: PointerEvent<HTMLElement>): void {
    event.preventDefault();
    const start = event.clientX;
    let isFirstMove = true;
    function move(moved: globalThis.PointerEvent): void {
      onDrag(moved.clientX - start, isFirstMove);
      isFirstMove = false;
    }
    function end(): void {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
    }
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
  }
  return (
    <span
      className={classes.resize}
      title={`Drag to widen ${title}`}
      onPointerDown={begin}
      aria-hidden="true"
    />
  );
}

function HeaderCell({ column, isFirst, hasChecks, width, sorting, onSort, onResize }: HeaderCellProps) {
  const order = sorting?.key === column.key ? sorting.order : null;
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!event.altKey || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    event.preventDefault();
    onResize(column.key, width + (event.key === 'ArrowRight' ? 16 : -16));
  }

  const content = (
    <>
      <span className={classes.headText}>{column.title}</span>
      {order !== null && <Arrow size={14} aria-hidden="true" />}
    </>
  );
  return (
    <th
      scope="col"
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      className={classes.head}
      data-first={isFirst || undefined}
      data-after-checks={(isFirst && hasChecks) || undefined}
      data-right={isRightAligned(column.kind) || undefined}
    >
      {column.isSortable === false ? (
        <span className={classes.sort}>{content}</span>
      ) : (
        <UnstyledButton className={classes.sort} onClick={() => onSort(column.key)} onKeyDown={onKeyDown}>
          {content}
        </UnstyledButton>
      )}
      <ResizeHandle title={column.title} onDrag={startingAt(width, (next) => onResize(column.key, next))} />
    </th>
  );
}

/** Turns a distance dragged into widths counted from the width at the start of the drag. */
function startingAt(width: number, setWidth: (width: number) => void) {
  let start = width;
  return (byPx: number, isFirstMove: boolean): void => {
    if (isFirstMove) start = width;
    setWidth(start + byPx);
  };
}

interface GridHeadProps<Row> {
  columns: readonly Column<Row>[];
  widths: ReadonlyMap<string, number>;
  sorting: Sorting | null;
  checks: { isAll: boolean; isSome: boolean; toggleAll(): void } | null;
  hasActions: boolean;
  onSort(key: string): void;
  onResize(key: string, width: number): void;
}

export function GridHead<Row>({ columns, widths, checks, hasActions, ...rest }: GridHeadProps<Row>) {
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
        {columns.map((column, place) => (
          <HeaderCell
            key={column.key}
            column={column}
            isFirst={place === 0}
            hasChecks={checks !== null}
            width={widths.get(column.key) ?? column.width}
            {...rest}
          />
        ))}
        {hasActions && (
          <th scope="col" className={classes.head} data-menu>
            <span className={classes.hiddenText}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
