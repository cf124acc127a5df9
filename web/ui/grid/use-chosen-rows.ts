import { type ReactNode, useState } from 'react';
import type { GridChecks } from './checks.ts';

/** A button for the checked rows, or for all that are shown when none is. */
export type ChosenAction<Row> = (listChosen: () => readonly Row[]) => ReactNode;

interface ChosenRows<Row> {
  checks: GridChecks;
  /** the checked rows, also those of other pages; the rows shown when none is checked */
  listChosen(): readonly Row[];
}

/** Checkboxes of a grid that keeps them itself. */
export function useChosenRows<Row>(shown: readonly Row[], rowKey: (row: Row) => string): ChosenRows<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  function change(keys: ReadonlySet<string>): void {
    const known = new Map([...chosen, ...shown.map((row) => [rowKey(row), row] as const)]);
    setChosen(new Map([...known].filter(([key]) => keys.has(key))));
  }
  return {
    checks: { keys: new Set(chosen.keys()), onChange: change },
    listChosen: () => (chosen.size === 0 ? shown : [...chosen.values()]),
  };
}
