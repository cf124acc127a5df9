import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize, IconCheck, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { formatCount, NA } from '../../ui/format.ts';
import { inkOn } from '../../ui/rgb.ts';
import type { SelectedValue } from './selection-text.ts';
import classes from './treemap.module.css';
import { FOOT_HEIGHT, LABEL, type PlacedCell, type PlacedValue, TITLE_HEIGHT } from './treemap-layout.ts';

interface TreemapCellProps {
  cell: PlacedCell;
  /** number of its first value in the whole picture */
  first: number;
  /** number of the value that the Tab key reaches */
  stop: number;
  selected: SelectedValue | undefined;
  onFocusValue(number: number): void;
  onSelect(value: string | null): void;
  onRemove(): void;
  onSingle?(): void;
}

function describe({ attribute }: PlacedCell, { value, count, percent }: PlacedValue): string {
  return `${attribute.displayName}: ${value ?? NA}, n=${formatCount(count)} (${percent.toFixed(1)} %)`;
}

function CellTitle({ cell, onRemove, onSingle }: Pick<TreemapCellProps, 'cell' | 'onRemove' | 'onSingle'>) {
  const name = cell.attribute.displayName;
  return (
    <div className={classes.title} style={{ height: TITLE_HEIGHT }}>
      <h2 title={name}>{name}</h2>
      {onSingle !== undefined && (
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={`Scale up ${name}`}
          title="Scale up"
          onClick={onSingle}
        >
          <IconArrowsMaximize size={14} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={onRemove}
      >
        <IconTrash size={14} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}

interface ValueButtonProps {
  value: PlacedValue;
  number: number;
  label: string;
  isStop: boolean;
  isSelected: boolean;
  onSelect(): void;
  onPointed(): void;
  onFocused(): void;
  onLeft(): void;
}

function ValueButton({ value, number, label, isStop, isSelected, ...on }: ValueButtonProps) {
  return (
    <button
      type="button"
      className={classes.value}
      data-value={number}
      data-bare={value.lines.length === 0 || undefined}
      data-tiny={value.width < 4 || value.height < 4 || undefined}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isSelected}
      style={{
        left: value.x,
        top: value.y,
        width: value.width,
        height: value.height,
        background: value.colour,
        color: inkOn(value.colour),
        fontSize: LABEL.fontSize,
        lineHeight: `${LABEL.lineHeight}px`,
      }}
      onClick={on.onSelect}
      onPointerEnter={on.onPointed}
      onFocus={on.onFocused}
      onBlur={on.onLeft}
    >
      {isSelected && <IconCheck size={14} stroke={3} aria-hidden="true" className={classes.mark ?? ''} />}
      {/* Lines are broken inside words; what is read aloud is whole. */}
      <span className="spoken">{label}</span>
      {value.lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one label never move
        <span key={row} aria-hidden="true">
          {line}
        </span>
      ))}
    </button>
  );
}

/** An attribute with its values; pointer and focus say in full what a rectangle is. */
export function TreemapCell(props: TreemapCellProps) {
  const { cell, first, stop, selected, onFocusValue, onSelect, onRemove, onSingle } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const told = pointed === null ? undefined : cell.values[pointed];
  const areaHeight = cell.height - TITLE_HEIGHT - FOOT_HEIGHT;

  function hush(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || pointed === null) return;
    event.stopPropagation();
    setPointed(null);
  }

  return (
    <section
      className={classes.cell}
      style={{ left: cell.x, top: cell.y, width: cell.width, height: cell.height }}
      aria-label={cell.attribute.displayName}
      onPointerLeave={() => setPointed(null)}
      onKeyDown={hush}
    >
      <CellTitle cell={cell} onRemove={onRemove} {...(onSingle === undefined ? {} : { onSingle })} />
      <div className={classes.area} style={{ height: areaHeight }}>
        {cell.values.map((value, place) => (
          <ValueButton
            key={value.value === null ? NA : `=${value.value}`}
            value={value}
            number={first + place}
            label={describe(cell, value)}
            isStop={first + place === stop}
            isSelected={selected !== undefined && selected.value === value.value}
            onSelect={() => onSelect(value.value)}
            onPointed={() => setPointed(place)}
            onFocused={() => {
              onFocusValue(first + place);
              setPointed(place);
            }}
            onLeft={() => setPointed(null)}
          />
        ))}
        {cell.values.length === 0 && <span className={classes.none}>No samples</span>}
      </div>
      <div className={classes.foot} aria-hidden="true">
        n={formatCount(cell.total)}
      </div>
      {told !== undefined && (
        <div role="tooltip" className={classes.tooltip} style={{ top: cell.height - FOOT_HEIGHT }}>
          {describe(cell, told)}
        </div>
      )}
    </section>
  );
}
