/** Words of folded lists of modules. */
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { formatCount } from '../../text/format.ts';
import type { Fold, Folding } from './use-folds.tsx';

/** What rows stand for, in a picture and in the sentence above the list. */
export const SIGNALS: Readonly<Record<ModuleFold, { one: string; several: string }>> = {
  module: { one: 'module', several: 'modules' },
  'data-set': { one: 'signal of a data set', several: 'signals of data sets' },
  'meta-module': { one: 'signal or single module', several: 'signals and single modules' },
};

/** How rows of modules fold. @param of the rows folded under a row, and whether it is folded itself */
export function foldingOfModules<Row>(
  of: (row: Row) => Pick<Fold, 'count'> & { isUnder: boolean },
): Folding<Row> {
  return {
    of: (row) => {
      const { count, isUnder } = of(row);
      return { count, under: isUnder ? 'same signal' : null };
    },
    more: (count) => `${formatCount(count)} more`,
    hide: (count) => `hide ${formatCount(count)}`,
  };
}
