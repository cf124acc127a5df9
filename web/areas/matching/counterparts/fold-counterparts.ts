/** Counterparts that are one signal, as one row. */
import type { Counterpart } from '@omicon/contract/areas/matching.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';

/** A counterpart in a list; null where every counterpart is a row of its own. */
export interface CounterpartRow extends Counterpart {
  /** rows folded under it */
  Folded: number | null;
  isUnder: boolean;
}

export interface FoldedCounterparts {
  rows: CounterpartRow[];
  /** by Omicon ID of the row under which they are folded */
  under: ReadonlyMap<string, CounterpartRow[]>;
}

/** The signal of a counterpart; itself where the atlas knows none. */
function signalOf({ id, meta_module, recurring_module }: Counterpart, per: ModuleFold): string {
  if (per === 'meta-module' && meta_module !== null) return `meta-module ${meta_module.id}`;
  return recurring_module === null ? `module ${id}` : `recurring ${recurring_module}`;
}

/** Folds each counterpart under the first of its signal. @param counterparts in the order of the reply, the best first */
export function foldCounterparts(counterparts: readonly Counterpart[], per: ModuleFold): FoldedCounterparts {
  if (per === 'module') {
    const rows = counterparts.map((row) => ({ ...row, Folded: null, isUnder: false }));
    return { rows, under: new Map() };
  }
  const groups = Map.groupBy(counterparts, (row) => signalOf(row, per));
  const under = new Map<string, CounterpartRow[]>();
  const rows = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    under.set(
      first.omicon_id,
      others.map((row) => ({ ...row, Folded: 0, isUnder: true })),
    );
    return [{ ...first, Folded: others.length, isUnder: false }];
  });
  return { rows, under };
}
