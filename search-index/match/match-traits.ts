/** Modules whose eigengene is associated with a sample attribute. */
import type { TraitRule } from '@omicon/domain/query/rules/trait.ts';
import type { Catalog } from '../read/catalog-entries.ts';
import type { TraitColumn, TraitColumns } from '../read/trait-columns.ts';

/** What a trait rule shows of modules. */
export interface TraitFigures {
  attribute: string;
  column: TraitColumn;
}

/** Returns a test of a trait rule by module id, and its figures. */
export async function prepareTraitTest(
  { catalog, traits }: { catalog: Catalog; traits: TraitColumns },
  { attribute, q_below, sign, higher_in }: TraitRule,
): Promise<{ holds(module: number): boolean; figures: TraitFigures }> {
  const column = await traits.load(catalog, attribute);
  const hasSign = (module: number) => {
    const r = column.r(module) ?? 0;
    return sign === 'positive' ? r > 0 : r < 0;
  };
  const group = higher_in.trim().toLowerCase();
  const isHigher = (module: number) => column.higherIn(module)?.trim().toLowerCase() === group;
  return {
    holds: (module) =>
      (column.q[module] ?? 1) < q_below &&
      (sign === 'any' || hasSign(module)) &&
      (group === '' || isHigher(module)),
    figures: { attribute, column },
  };
}
