/** The list of a person's runs of one kind. */
import { Stack, Title } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Column } from '../grid/columns.ts';
import { ListGrid } from '../grid/ListGrid.tsx';
import { type AnyRunState, RUN_STATE_NAMES } from './run-calls.ts';

interface ListedRun {
  id: number;
  state: AnyRunState;
  created_at: string;
}

type Grid<Run extends ListedRun> = ComponentProps<typeof ListGrid<Run>>;

interface RunGridProps<Run extends ListedRun>
  extends Pick<Grid<Run>, 'name' | 'caption' | 'list' | 'pagingOf' | 'emptyHint'> {
  /** the column that names a run and opens it */
  named: { key: string; title: string; width: number; nameOf(run: Run): string };
  addressOf(id: number): string;
  /** columns of the kind, shown after the state */
  columns?: readonly Column<Run>[];
}

export function RunGrid<Run extends ListedRun>({
  named: { nameOf, ...named },
  addressOf,
  columns = [],
  ...list
}: RunGridProps<Run>) {
  const shown: readonly Column<Run>[] = [
    { ...named, kind: 'text', isSortable: false, value: nameOf, href: ({ id }) => addressOf(id) },
    {
      key: 'state',
      title: 'State',
      kind: 'text',
      width: 160,
      isSortable: false,
      value: ({ state }) => RUN_STATE_NAMES[state],
    },
    ...columns,
    { key: 'created_at', title: 'Started', kind: 'time', width: 150, value: ({ created_at }) => created_at },
  ];
  return (
    <Stack gap="xs">
      <Title order={3}>{list.caption}</Title>
      <ListGrid {...list} columns={shown} rowKey={({ id }) => String(id)} isFilterable={false} />
    </Stack>
  );
}
