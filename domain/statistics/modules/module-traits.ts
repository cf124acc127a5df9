/** Association of all modules of a network with all sample attributes. */
import { correlationOfProfiles, pearsonProfile } from '../correlation.ts';
import { clusterTree, leafOrder } from '../samples/linkage.ts';
import { adjustPValues, type LeftOut, type Trait, type TraitCell, traitCell, traitOf } from './traits.ts';

export interface ModuleTraits {
  traits: Trait[];
  leftOut: { attribute: string; reason: LeftOut }[];
  /** modules x traits; null if module or trait does not vary */
  cells: ((TraitCell & { q: number }) | null)[][];
  /** by module: index of the trait with the largest R2; null if there is none */
  strongest: (number | null)[];
}

/**
 * Association of each module eigengene with each sample attribute. q is adjusted over all cells (Benjamini & Hochberg).
 * @param eigengenes modules x samples
 * @param columns cells of each attribute, in sample order
 * @param orders values of attributes in the order of their definitions, by which two groups are coded
 */
export function moduleTraits(
  eigengenes: readonly Float64Array[],
  columns: ReadonlyMap<string, readonly (string | null)[]>,
  orders: ReadonlyMap<string, readonly string[]> = new Map(),
): ModuleTraits {
  const traits: Trait[] = [];
  const leftOut: ModuleTraits['leftOut'] = [];
  for (const [attribute, cells] of columns) {
    const found = traitOf(attribute, cells, orders.get(attribute) ?? []);
    if (typeof found === 'string') leftOut.push({ attribute, reason: found });
    else traits.push(found);
  }
  const plain = eigengenes.map((eigengene) => traits.map((trait) => traitCell(eigengene, trait)));
  const adjusted = adjustPValues(Float64Array.from(plain.flat(), (cell) => cell?.p ?? Number.NaN));
  const cells = plain.map((row, module) =>
    row.map((cell, at) => cell && { ...cell, q: adjusted[module * traits.length + at] ?? Number.NaN }),
  );
  const strongest = cells.map((row) => {
    const r2 = row.map((cell) => cell?.r2 ?? -1);
    const largest = Math.max(-1, ...r2);
    return largest < 0 ? null : r2.indexOf(largest);
  });
  return { traits, leftOut, cells, strongest };
}

/** Module indexes in the order of a clustering of their eigengenes: average linkage of 1 - r. */
export function orderOfModules(eigengenes: readonly Float64Array[]): number[] {
  const count = eigengenes.length;
  if (count < 3) return eigengenes.map((_, at) => at);
  const profiles = eigengenes.map((eigengene) => pearsonProfile(eigengene));
  const distances = new Float64Array(count * count);
  for (const [first, a] of profiles.entries())
    for (const [second, b] of profiles.entries()) {
      const r = correlationOfProfiles(a, b);
      // A module that does not vary counts as uncorrelated.
      if (first !== second) distances[first * count + second] = 1 - (Number.isNaN(r) ? 0 : r);
    }
  return leafOrder(clusterTree(distances, 'average'));
}

/** Whether an attribute describes the measurement, such as batch, rather than the sample. */
export function isTechnical(attribute: string): boolean {
  return /(^|[_ ])(batch|plate|centre|center|site|run|lane|chip|array|scanner|date)([_ ]|$)/i.test(attribute);
}
