import type { TreemapAttribute } from '@omicon/contract/records.ts';
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Direction, neighbourOf } from '../../ui/move-focus.ts';
import type { SelectedValue } from './selection-text.ts';
import { type CellActs, TreemapCell } from './TreemapCell.tsx';
import classes from './treemap.module.css';
import { layoutTreemap, type Picture, TITLE_HEIGHT } from './treemap-layout.ts';
import { useCellsInSight } from './use-cells-in-sight.ts';

interface TreemapPictureProps {
  attributes: readonly TreemapAttribute[];
  /** room there is, in pixels */
  width: number;
  scale: number;
  aspect?: number;
  selection: readonly SelectedValue[];
  /** the next counts are on their way */
  isBusy: boolean;
  onSelect(chosen: SelectedValue): void;
  onRemove(attribute: string): void;
  onSingle?(attribute: string): void;
}

const ARROWS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
]);

/** Every value of the picture in one row, with its place on the whole picture. */
function valuesOf(picture: Picture) {
  return picture.cells.flatMap((cell) =>
    cell.values.map((value) => ({
      attribute: cell.attribute.name,
      value: value.value,
      x: cell.x + value.x,
      y: cell.y + TITLE_HEIGHT + value.y,
      width: value.width,
      height: value.height,
    })),
  );
}

/** The treemap as a picture that is walked with the arrow keys. */
export function TreemapPicture(props: TreemapPictureProps) {
  const { attributes, width, scale, aspect, selection, isBusy, onSelect, onRemove, onSingle } = props;
  const place = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const picture = useMemo(
    () =>
      layoutTreemap(attributes, {
        width,
        scale,
        ...(aspect === undefined ? {} : { aspect }),
      }),
    [attributes, width, scale, aspect],
  );
  // Cells out of sight follow when those in sight are painted.
  const later = useDeferredValue(picture);
  const inSight = useCellsInSight(place, picture);
  const values = useMemo(() => valuesOf(picture), [picture]);
  const stop = Math.min(current, Math.max(values.length - 1, 0));

  function focusValue(number: number): void {
    // A small value is a button only while it is the current one.
    flushSync(() => setCurrent(number));
    place.current?.querySelector<HTMLElement>(`[data-value="${number}"]`)?.focus();
  }

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    const pressed = event.target instanceof HTMLElement ? event.target.dataset.value : undefined;
    if (pressed === undefined) return;
    const from = Number(pressed);
    const direction = ARROWS.get(event.key);
    if (direction !== undefined) focusValue(neighbourOf(values, from, direction));
    else if (event.key === 'Home') focusValue(0);
    else if (event.key === 'End') focusValue(values.length - 1);
    else if (event.key === 'Delete') {
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
  const acts = useMemo<CellActs>(
    () => ({
      focusValue: setCurrent,
      select: (attribute, value) => on.current.onSelect({ attribute, value }),
      remove: (attribute) => on.current.onRemove(attribute),
      ...(hasSingle ? { single: (attribute) => on.current.onSingle?.(attribute) } : {}),
    }),
    [hasSingle],
  );

  let first = 0;
  return (
    <div className={classes.scroller} data-scaled={scale > 1 || undefined} aria-busy={isBusy}>
      {attributes.length === 0 && (
        <EmptyState title="Every attribute has been removed">Bring one back above or add another.</EmptyState>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside, which bubble here */}
      <div
        ref={place}
        className={classes.picture}
        style={{ width: picture.width, height: picture.height }}
        onKeyDown={walk}
      >
        {picture.cells.map((fresh, at) => {
          const before = later.cells[at];
          const isLater =
            !inSight.current.has(fresh.attribute.name) && before?.attribute.name === fresh.attribute.name;
          const cell = isLater ? before : fresh;
          const start = first;
          first += cell.values.length;
          return (
            <TreemapCell
              key={cell.attribute.name}
              cell={cell}
              first={start}
              stop={stop >= start && stop < first ? stop - start : null}
              selected={selection.find(({ attribute }) => attribute === cell.attribute.name)?.value}
              acts={acts}
            />
          );
        })}
      </div>
    </div>
  );
}
