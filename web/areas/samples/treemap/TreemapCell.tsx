import { ActionIcon } from '@mantine/core';
import { labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { IconArrowsMaximize, IconCheck, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { backgroundOf } from '../../../ui/colour/na-hatch.ts';
import { inkOn } from '../../../ui/colour/rgb.ts';
import { formatCount, NA } from '../../../ui/text/format.ts';
import { isPainted, paintedValueAt } from '../PaintedValues.tsx';
import classes from './treemap.module.css';
import { FOOT_HEIGHT, LABEL, type LaidOutCell, type LaidOutValue, TITLE_HEIGHT } from './treemap-layout.ts';

/** Handlers of all cells; one stable object, so that unchanged cells do not render again. */
export interface CellActions {
  focusValue(number: number): void;
  select(attribute: string, value: string | null): void;
  remove?: ((attribute: string) => void) | undefined;
  single?: ((attribute: string) => void) | undefined;
}

interface TreemapCellProps {
  cell: LaidOutCell;
  /** index of its first value in the whole picture */
  first: number;
  /** index of the value that the Tab key reaches, null when it is in another cell */
  stop: number | null;
  /** selected values of this attribute */
  selected: readonly (string | null)[];
  actions: CellActions;
}

function describe({ attribute }: LaidOutCell, { value, count, percent }: LaidOutValue): string {
  return `${attribute.displayName}: ${labelWithCode(value, attribute.value_labels) ?? NA}, n=${formatCount(count)} (${percent.toFixed(1)} %)`;
}

const CellTitle = memo(function CellTitle({
  attribute,
  name,
  actions,
}: {
  attribute: string;
  name: string;
  actions: CellActions;
}) {
  return (
    <div className={classes.title} style={{ height: TITLE_HEIGHT }}>
      <h2 title={name}>{name}</h2>
      {actions.single !== undefined && (
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={`Scale up ${name}`}
          title="Scale up"
          onClick={() => actions.single?.(attribute)}
        >
          <IconArrowsMaximize size={14} aria-hidden="true" />
        </ActionIcon>
      )}
      {actions.remove !== undefined && (
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={() => actions.remove?.(attribute)}
        >
          <IconTrash size={14} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
});

interface ValueButtonProps {
  value: LaidOutValue;
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
      data-tiny={value.width < 4 || value.height < 4 || undefined}
      tabIndex={isStop ? 0 : -1}
      // The drawn lines may be cut; screen readers get the full label.
      data-lines={value.lines.length > 0 ? value.lines.join('\n') : undefined}
      aria-label={label}
      aria-pressed={isSelected}
      style={{
        left: value.x,
        top: value.y,
        width: value.width,
        height: value.height,
        background: backgroundOf(value.colour),
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
    </button>
  );
}

/**
 * An attribute with its values; a tooltip gives the full label of a rectangle. Thousands of small rectangles are
 * painted below the cell, and only the one under the pointer or focus becomes a button: rendering all took 300 ms.
 */
export const TreemapCell = memo(function TreemapCell({
  cell,
  first,
  stop,
  selected,
  actions,
}: TreemapCellProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = pointed === null ? undefined : cell.values[pointed];
  const { name } = cell.attribute;

  function hideTooltip(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || pointed === null) return;
    event.stopPropagation();
    setPointed(null);
  }

  /** Touch has no hover, so a painted value may be clicked before it is a button. */
  function clickPainted(event: MouseEvent<HTMLElement>): void {
    if (event.target instanceof Element && event.target.closest('button') !== null) return;
    const value = cell.values[paintedValueAt(cell.values, event) ?? -1];
    if (value !== undefined) actions.select(name, value.value);
  }

  return (
    <section
      className={classes.cell}
      style={{ left: cell.x, width: cell.width, height: cell.height }}
      aria-label={cell.attribute.displayName}
      data-tooltip={shown !== undefined || undefined}
      onPointerLeave={() => setPointed(null)}
      onKeyDown={hideTooltip}
    >
      <CellTitle attribute={name} name={cell.attribute.displayName} actions={actions} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the clicked value becomes a button on focus */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, each value is a button */}
      <div
        className={classes.area}
        style={{ height: cell.height - TITLE_HEIGHT - FOOT_HEIGHT }}
        onClick={clickPainted}
        onPointerMove={(event) => {
          const index = paintedValueAt(cell.values, event);
          if (index !== null) setPointed(index);
        }}
      >
        {cell.values.map((value, index) =>
          isPainted(value) && index !== pointed && index !== stop ? null : (
            <ValueButton
              key={value.value === null ? NA : `=${value.value}`}
              value={value}
              number={first + index}
              label={describe(cell, value)}
              isStop={index === stop}
              isSelected={selected.includes(value.value)}
              onSelect={() => actions.select(name, value.value)}
              onPointed={() => setPointed(index)}
              onFocused={() => {
                actions.focusValue(first + index);
                setPointed(index);
              }}
              onLeft={() => setPointed(null)}
            />
          ),
        )}
        {cell.total === 0 && <span className={classes.none}>No samples</span>}
      </div>
      <div className={classes.foot} aria-hidden="true">
        n={formatCount(cell.total)}
      </div>
      {shown !== undefined && (
        <div role="tooltip" className={classes.tooltip} style={{ top: cell.height - FOOT_HEIGHT }}>
          {describe(cell, shown)}
        </div>
      )}
    </section>
  );
});
