import { type Trait, traitOf } from '../modules/traits.ts';

/** An attribute that tells samples apart. */
export interface AttributeColumn {
  name: string;
  trait: Trait;
  /** one per sample; null is NA */
  values: (string | null)[];
}

/** The attribute of these cells, one per sample; null if it does not tell the samples apart. */
export function attributeColumn(name: string, cells: readonly (string | null)[]): AttributeColumn | null {
  const trait = traitOf(name, cells);
  if (typeof trait === 'string') return null;
  const values = cells.map((cell) => {
    const text = cell?.trim() ?? '';
    return text === '' || text === 'NA' ? null : text;
  });
  return { name, trait, values };
}

/** Samples by value of the attribute, in sorted order, those without a value last; one group without an attribute. */
export function samplesByValue(
  samples: readonly number[],
  attribute: AttributeColumn | null,
): { name: string | null; samples: number[] }[] {
  const byValue = Map.groupBy(samples, (sample) => attribute?.values[sample] ?? null);
  const names = [...byValue.keys()].toSorted((a, b) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1));
  return names.map((name) => ({ name, samples: byValue.get(name) ?? [] }));
}
