import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { type Direction, neighbourOf } from '../../../ui/navigation/move-focus.ts';
import type { SelectedValue } from '../selection-text.ts';
import type { CellActions } from './TreemapCell.tsx';
import { TreemapRow } from './TreemapRow.tsx';
import classes from './treemap.module.css';
import {
  frameTreemap,
  layoutCell,
  type PictureFrame,
  type RowFrame,
  TITLE_HEIGHT,
  valuesIn,
} from './treemap-layout.ts';
import { useRowsNear } from './use-rows-near.ts';

interface TreemapPictureProps {
  attributes: readonly TreemapAttribute[];
  /** available width, in pixels */
  width: number;
  scale: number;
  aspect?: number;
  selection: readonly SelectedValue[];
  /** the next counts are loading */
  isBusy: boolean;
  onSelect(chosen: SelectedValue): void;
  /** without it, attributes cannot be removed */
  onRemove?: ((attribute: string) => void) | undefined;
  onSingle?(attribute: string): void;
}

const ARROWS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
]);

/** All values of the picture in order, with their position in the whole picture. */
function valuesOf({ rows }: PictureFrame) {
  return rows.flatMap(({ cells }) =>
    cells.map(layoutCell).flatMap((cell) =>
      cell.values.map((value) => ({
        attribute: cell.attribute.name,
        value: value.value,
        x: cell.x + value.x,
        y: cell.y + TITLE_HEIGHT + value.y,
        width: value.width,
        height: value.height,
      })),
    ),
  );
}

/** One stable object for all rows without a selected value, so that they do not render again. */
const NOTHING_CHOSEN: readonly SelectedValue[] = [];

function chosenIn({ cells }: RowFrame, selection: readonly SelectedValue[]): readonly SelectedValue[] {
  const chosen = selection.filter(({ attribute }) => cells.some((cell) => cell.attribute.name === attribute));
  return chosen.length === 0 ? NOTHING_CHOSEN : chosen;
}

/** The treemap as a picture; arrow keys move between values. */
export function TreemapPicture(props: TreemapPictureProps) {
  const { attributes, width, scale, aspect, selection, isBusy, onSelect, onRemove, onSingle } = props;
  const container = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const picture = useMemo(
    () => frameTreemap(attributes, { width, scale, ...(aspect === undefined ? {} : { aspect }) }),
    [attributes, width, scale, aspect],
  );
  const near = useRowsNear(container, picture.rows.length);
  const count = picture.rows.reduce(
    (sum, { cells }) => cells.reduce((all, cell) => all + valuesIn(cell), sum),
    0,
  );
  const stop = Math.min(current, Math.max(count - 1, 0));

  function focusValue(number: number): void {
    // A small value is a button only while it is current.
    flushSync(() => setCurrent(number));
    container.current?.querySelector<HTMLElement>(`[data-value="${number}"]`)?.focus();
  }

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    const pressed = event.target instanceof HTMLElement ? event.target.dataset.value : undefined;
    if (pressed === undefined) return;
    const from = Number(pressed);
    const values = valuesOf(picture);
    const direction = ARROWS.get(event.key);
    if (direction !== undefined) focusValue(neighbourOf(values, from, direction));
    else if (event.key === 'Home') focusValue(0);
    else if (event.key === 'End') focusValue(values.length - 1);
    else if (event.key === 'Delete' && onRemove !== undefined) {
      const removed = values[from]?.attribute;
      const next = values.findIndex(({ attribute }, number) => number > from && attribute !== removed);
      const after = next < 0 ? values.findIndex(({ attribute }) => attribute === removed) - 1 : next;
      if (after >= 0) focusValue(after);
      setCurrent(values.findIndex(({ attribute }) => attribute === removed));
      if (removed !== undefined) onRemove(removed);
    } else return;
    event.preventDefault();
  }

  const on = useRef({ onSelect, onRemove, onSingle });
  useLayoutEffect(() => {
    on.current = { onSelect, onRemove, onSingle };
  });
  const hasSingle = onSingle !== undefined;
  const hasRemove = onRemove !== undefined;
  const actions = useMemo<CellActions>(
    () => ({
      focusValue: setCurrent,
      select: (attribute, value) => on.current.onSelect({ attribute, value }),
      ...(hasRemove ? { remove: (attribute) => on.current.onRemove?.(attribute) } : {}),
      ...(hasSingle ? { single: (attribute) => on.current.onSingle?.(attribute) } : {}),
    }),
    [hasSingle, hasRemove],
  );

  let first = 0;
  return (
    <div className={classes.scroller} data-scaled={scale > 1 || undefined} aria-busy={isBusy}>
      {attributes.length === 0 && (
        <EmptyState title="Every attribute has been removed">Bring one back above or add another.</EmptyState>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside, which bubble here */}
      <div
        ref={container}
        className={classes.picture}
        style={{ width: picture.width, height: picture.height }}
        onKeyDown={walk}
      >
        {picture.rows.map((row, at) => {
          const start = first;
          for (const cell of row.cells) first += valuesIn(cell);
          return (
            <TreemapRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index
              key={at}
              row={row}
              width={picture.width}
              isNear={near.has(at)}
              first={start}
              stop={stop >= start && stop < first ? stop : null}
              selection={chosenIn(row, selection)}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );
}
