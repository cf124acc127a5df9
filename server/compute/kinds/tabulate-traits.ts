/** Association of the modules of a network with the sample attributes of its input data set. */
import {
  type ModuleTraits,
  moduleTraits,
  orderOfModules,
} from '@omicon/domain/statistics/modules/module-traits.ts';
import type { Work } from '../work.ts';

export interface TraitsRequest {
  /** modules x samples */
  eigengenes: readonly Float64Array[];
  /** cells of each attribute, in the sample order of the eigengenes */
  columns: ReadonlyMap<string, readonly (string | null)[]>;
  /** values of attributes in the order of their codes, where it is defined */
  orders: ReadonlyMap<string, readonly string[]>;
}

export interface TabulatedTraits extends ModuleTraits {
  /** module indexes in the order of the dendrogram of the eigengenes */
  order: number[];
}

export async function tabulateTraits(
  { eigengenes, columns, orders }: TraitsRequest,
  work: Work,
): Promise<TabulatedTraits> {
  work.report(0, 1);
  const table = moduleTraits(eigengenes, columns, orders);
  work.report(1, 1);
  return { ...table, order: orderOfModules(eigengenes) };
}
