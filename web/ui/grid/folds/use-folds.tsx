import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Column } from '../columns.ts';

/** What a row of a folded list says in its column `Folded`. */
export interface Fold {
  /** rows that are folded under it */
  count: number;
  /** of a row that is folded under another, what the cell says of that; null for the others */
  under: string | null;
}

/** How the rows of a list are folded. */
export interface Folding<Row> {
  of(row: Row): Fold;
  /** what opens that many rows, and what hides them */
  more(count: number): string;
  hide(count: number): string;
}

interface FoldedList<Row> {
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  /** of lists whose rows are folded */
  folding?: Folding<Row> | undefined;
}

/** A row whose folded rows are shown. */
export interface OpenRow<Row> {
  key: string;
  row: Row;
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

/** Which rows of a list are open. */
export function useOpenRows<Row>(
  { rowKey, folding }: Pick<FoldedList<Row>, 'rowKey' | 'folding'>,
  rows: readonly Row[] | undefined,
) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open: OpenRow<Row>[] =
    folding === undefined
      ? []
      : (rows ?? []).map((row) => ({ key: rowKey(row), row })).filter(({ key }) => opened.has(key));
  return { open, opened, setOpened };
}

/**
 * The rows of a list, with those folded under an open one below it, and its column `Folded`, which opens them.
 * @param under rows folded under open ones, by the key of the open row
 */
export function useFolds<Row>(
  { columns, rowKey, rowName, folding }: FoldedList<Row>,
  rows: readonly Row[] | undefined,
  {
    opened,
    setOpened,
    under,
  }: Omit<ReturnType<typeof useOpenRows<Row>>, 'open'> & {
    under: ReadonlyMap<string, readonly Row[]>;
  },
) {
  const withUnder = (row: Row): readonly Row[] => [row, ...(under.get(rowKey(row)) ?? [])];
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
  }, [columns, opened, setOpened, folding, rowKey, rowName]);
  return { rows: rows?.flatMap(withUnder), columns: withFolds, withUnder };
}
