import { memo, useMemo } from 'react';
import { PaintedValues } from '../PaintedValues.tsx';
import type { SelectedValue } from '../selection-text.ts';
import { type CellActions, TreemapCell } from './TreemapCell.tsx';
import classes from './treemap.module.css';
import { layoutCell, type RowFrame, valuesIn } from './treemap-layout.ts';

interface TreemapRowProps {
  row: RowFrame;
  /** width of the whole picture */
  width: number;
  /** only rows in or near the window render their values */
  isNear: boolean;
  /** index of its first value in the whole picture */
  first: number;
  /** index, in the whole picture, of the value that the Tab key reaches; null when it is in another row */
  stop: number | null;
  /** selected values of its attributes */
  selection: readonly SelectedValue[];
  actions: CellActions;
}

const NO_VALUES: readonly (string | null)[] = [];

/** One stable object for all cells without a selected value, so that they do not render again. */
function valuesChosen(name: string, selection: readonly SelectedValue[]): readonly (string | null)[] {
  const values = selection.filter(({ attribute }) => attribute === name).map(({ value }) => value);
  return values.length === 0 ? NO_VALUES : values;
}

/** Cells side by side. */
export const TreemapRow = memo(function TreemapRow(props: TreemapRowProps) {
  const { row, width, first, stop, selection, actions } = props;
  const isDrawn = props.isNear || stop !== null;
  const cells = useMemo(
    () => row.cells.map((cell) => (isDrawn ? layoutCell(cell) : { ...cell, values: [] })),
    [row, isDrawn],
  );
  let next = first;
  return (
    <div className={classes.row} style={{ top: row.y, height: row.height }}>
      <PaintedValues cells={cells} width={width} height={row.height} />
      {cells.map((cell) => {
        const start = next;
        next += valuesIn(cell);
        return (
          <TreemapCell
            key={cell.attribute.name}
            cell={cell}
            first={start}
            stop={stop !== null && stop >= start && stop < next ? stop - start : null}
            selected={valuesChosen(cell.attribute.name, selection)}
            actions={actions}
          />
        );
      })}
    </div>
  );
});
