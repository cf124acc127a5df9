import { UnstyledButton } from '@mantine/core';
import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { labelOf, labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { IconFilter, IconFilterOff, IconTrash } from '@tabler/icons-react';
import { colourOfValue } from '../../ui/colour/data-colours.ts';
import { backgroundOf } from '../../ui/colour/na-hatch.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { NA } from '../../ui/text/format.ts';
import classes from './treemap/treemap.module.css';
import { percentOf } from './treemap/treemap-layout.ts';
import type { TreemapView } from './treemap/use-treemap-view.ts';

interface ValueRow {
  attribute: TreemapAttribute;
  value: string | null;
  count: number;
  percent: number;
}

function ValueName({ row, onSelect }: { row: ValueRow; onSelect(): void }) {
  const { value_labels } = row.attribute;
  return (
    <span className={classes.tableValue} title={labelWithCode(row.value, value_labels) ?? NA}>
      <span
        className={classes.swatch}
        aria-hidden="true"
        style={{ background: backgroundOf(colourOfValue(row.attribute.name, row.value)) }}
      />
      <UnstyledButton className={classes.name ?? ''} tabIndex={-1} onClick={onSelect}>
        {labelOf(row.value, value_labels) ?? NA}
      </UnstyledButton>
    </span>
  );
}

function columnsFor(select: (row: ValueRow) => void): Column<ValueRow>[] {
  return [
    { key: 'attribute', title: 'Attribute', width: 106, value: (row) => row.attribute.displayName },
    {
      key: 'value',
      title: 'Value',
      width: 104,
      show: (row) => <ValueName row={row} onSelect={() => select(row)} />,
    },
    { key: 'count', title: 'n', kind: 'number', width: 46 },
    { key: 'percent', title: 'Percent', kind: 'number', width: 66, show: (row) => row.percent.toFixed(1) },
  ];
}

/** The numbers of the treemap, row by row. */
export function ValueTable({
  attributes,
  view,
}: {
  attributes: readonly TreemapAttribute[];
  view: TreemapView;
}) {
  const rows = attributes.flatMap((attribute) => {
    const total = attribute.values.reduce((sum, { count }) => sum + count, 0);
    return attribute.values.map(({ name, count }) => ({
      attribute,
      value: name,
      count,
      percent: percentOf(count, total),
    }));
  });
  const select = ({ attribute, value }: ValueRow) => view.toggle({ attribute: attribute.name, value });
  const isSelected = (row: ValueRow) =>
    view.selection.some(({ attribute, value }) => attribute === row.attribute.name && value === row.value);

  return (
    <DataGrid
      name="sample-attributes"
      caption="Sample attributes"
      columns={columnsFor(select)}
      rows={rows}
      pageSize={100}
      rowKey={(row) => `${row.attribute.name}\u0000${row.value === null ? '' : `=${row.value}`}`}
      rowName={(row) =>
        `${row.attribute.displayName} ${labelWithCode(row.value, row.attribute.value_labels) ?? NA}`
      }
      actions={(row) => [
        isSelected(row)
          ? { label: 'Stop selecting these samples', icon: IconFilterOff, run: () => select(row) }
          : { label: 'Select only these samples', icon: IconFilter, run: () => select(row) },
        {
          label: `Remove ${row.attribute.displayName}`,
          icon: IconTrash,
          run: () => view.remove(row.attribute.name),
        },
      ]}
      emptyHint="No sample attributes are available!"
    />
  );
}
