/** The recurring modules of a data set, from the eigengenes of all its networks. */
import { f64At, numberAt } from '@omicon/domain/arrays/number-at.ts';
import {
  correlateEigengenes,
  type SampleColumns,
} from '@omicon/domain/statistics/matching/eigengene-correlations.ts';
import { findRecurringModules } from '@omicon/domain/statistics/recurrence/recurring-modules.ts';
import type { Work } from '../../work.ts';

interface EigengenesOfNetwork {
  /** number of the sample in each column, the same number in all networks */
  samples: Uint32Array;
  /** in page order */
  eigengenes: Float64Array[];
}

export interface RecurringModulesRequest {
  networks: EigengenesOfNetwork[];
}

/** Modules are numbered through all networks, in the order of the request. */
export interface RecurringModulesResult {
  /** number of its recurring module by module */
  recurring: Uint32Array;
  /** the module that represents each recurring module */
  representatives: Uint32Array;
}

/** Columns of the samples that both networks contain. */
function commonColumns(a: Uint32Array, b: Uint32Array): SampleColumns[] {
  const columns = new Map([...a].map((sample, column) => [sample, column]));
  return [...b].flatMap((sample, column): SampleColumns[] => {
    const own = columns.get(sample);
    return own === undefined ? [] : [[own, column]];
  });
}

/** Correlations of all modules with all, row-major; NaN where they cannot be compared. */
function correlateAll(networks: readonly EigengenesOfNetwork[], work: Work): Float64Array {
  const firstOf: number[] = [];
  let count = 0;
  for (const { eigengenes } of networks) {
    firstOf.push(count);
    count += eigengenes.length;
  }
  const correlations = new Float64Array(count * count);
  for (const [at, a] of networks.entries()) {
    work.report(at, networks.length);
    for (let other = at; other < networks.length; other += 1) {
      const b = networks[other];
      if (b === undefined) continue;
      const found = correlateEigengenes(a.eigengenes, b.eigengenes, commonColumns(a.samples, b.samples));
      for (let row = 0; row < a.eigengenes.length; row += 1)
        for (let column = 0; column < b.eigengenes.length; column += 1) {
          const [x, y] = [numberAt(firstOf, at) + row, numberAt(firstOf, other) + column];
          const r = f64At(found, row * b.eigengenes.length + column);
          correlations[x * count + y] = r;
          correlations[y * count + x] = r;
        }
    }
  }
  return correlations;
}

/** Memory: three matrices of modules x modules; 6,800 modules take 1.1 GB. */
export function recurringModules({ networks }: RecurringModulesRequest, work: Work): RecurringModulesResult {
  const correlations = correlateAll(networks, work);
  const found = findRecurringModules(correlations);
  const recurring = new Uint32Array(Math.round(Math.sqrt(correlations.length)));
  for (const [number, { members }] of found.entries())
    for (const module of members) recurring[module] = number;
  return {
    recurring,
    representatives: Uint32Array.from(found, ({ representative }) => representative),
  };
}
