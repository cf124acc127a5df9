import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Column } from '../../../ui/grid/columns.ts';
import { formatCount } from '../../../ui/text/format.ts';
import { type RankingSource, useFoldedRows } from '../calls.ts';

/** How the rows of a ranking of sets are folded. */
export interface FoldedRow {
  Folded: number;
  Leading_Set: string | null;
}

interface Folding<Row> {
  name: string;
  columns: readonly Column<Row>[];
  source: RankingSource<Row>;
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  /** of rows that can be folded */
  foldOf?: ((row: Row) => FoldedRow) | undefined;
}

interface FoldCellProps {
  name: string;
  fold: FoldedRow;
  isOpen: boolean;
  onToggle(): void;
}

/** Opens the sets that are like a leading one; of these says which it is. */
function FoldCell({ name, fold, isOpen, onToggle }: FoldCellProps) {
  if (fold.Leading_Set !== null && fold.Leading_Set !== name)
    return (
      <Text size="xs" c="dimmed" truncate="end" component="span">
        like {fold.Leading_Set}
      </Text>
    );
  if (fold.Folded === 0) return null;
  const label = `${isOpen ? 'hide' : 'and'} ${formatCount(fold.Folded)} like it`;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={`${label}, ${name}`}
      onClick={onToggle}
    >
      {label}
    </Button>
  );
}

/** The rows of a ranking, with those folded under an open one below it, and the column that opens them. */
export function useFolds<Row>(props: Folding<Row>, rows: readonly Row[] | undefined) {
  const { columns, rowKey, rowName, foldOf } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (rows ?? []).map((row) => ({ key: rowKey(row), row })).filter(({ key }) => opened.has(key));
  const under = useFoldedRows(props.name, props.source, open);
  const all = rows?.flatMap((row) => [row, ...(under.get(rowKey(row)) ?? [])]);
  const withFolds = useMemo(() => {
    if (foldOf === undefined) return columns;
    const toggle = (key: string) =>
      setOpened((now) =>
        now.has(key) ? new Set([...now].filter((each) => each !== key)) : new Set([...now, key]),
      );
    return columns.map((column) =>
      column.key !== 'Folded'
        ? column
        : {
            ...column,
            show: (row: Row) => (
              <FoldCell
                name={rowName(row)}
                fold={foldOf(row)}
                isOpen={opened.has(rowKey(row))}
                onToggle={() => toggle(rowKey(row))}
              />
            ),
          },
    );
  }, [columns, opened, foldOf, rowKey, rowName]);
  return { rows: all, columns: withFolds };
}
