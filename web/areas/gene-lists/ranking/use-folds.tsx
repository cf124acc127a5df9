import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Column } from '../../../ui/grid/columns.ts';
import { type RankingSource, useFoldedRows } from '../calls.ts';

/** What a row of a folded ranking says in its column `Folded`. */
export interface Fold {
  /** rows that are folded under it */
  count: number;
  /** of a row that is folded under another, what the cell says of that; null for the others */
  under: string | null;
}

/** How the rows of a ranking are folded. */
export interface Folding<Row> {
  of(row: Row): Fold;
  /** what opens that many rows, and what hides them */
  more(count: number): string;
  hide(count: number): string;
}

interface FoldedRanking<Row> {
  name: string;
  columns: readonly Column<Row>[];
  source: RankingSource<Row>;
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  /** of rankings whose rows can be folded */
  folding?: Folding<Row> | undefined;
}

interface FoldCellProps {
  name: string;
  fold: Fold;
  label: string;
  isOpen: boolean;
  onToggle(): void;
}

/** Opens the rows that are folded under one; of these says why. */
function FoldCell({ name, fold: { count, under }, label, isOpen, onToggle }: FoldCellProps) {
  if (under !== null)
    return (
      <Text size="xs" c="dimmed" truncate="end" component="span">
        {under}
      </Text>
    );
  if (count === 0) return null;
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
export function useFolds<Row>(props: FoldedRanking<Row>, rows: readonly Row[] | undefined) {
  const { columns, rowKey, rowName, folding } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open =
    folding === undefined
      ? []
      : (rows ?? []).map((row) => ({ key: rowKey(row), row })).filter(({ key }) => opened.has(key));
  const under = useFoldedRows(props.name, props.source, open);
  const withUnder = (row: Row) => [row, ...(under.get(rowKey(row)) ?? [])];
  const withFolds = useMemo(() => {
    if (folding === undefined) return columns;
    const toggle = (key: string) =>
      setOpened((now) =>
        now.has(key) ? new Set([...now].filter((each) => each !== key)) : new Set([...now, key]),
      );
    const show = (row: Row) => {
      const [key, fold] = [rowKey(row), folding.of(row)];
      const isOpen = opened.has(key);
      const label = isOpen ? folding.hide(fold.count) : folding.more(fold.count);
      return (
        <FoldCell
          name={rowName(row)}
          fold={fold}
          label={label}
          isOpen={isOpen}
          onToggle={() => toggle(key)}
        />
      );
    };
    return columns.map((column) => (column.key === 'Folded' ? { ...column, show } : column));
  }, [columns, opened, folding, rowKey, rowName]);
  return { rows: rows?.flatMap(withUnder), columns: withFolds, withUnder };
}
