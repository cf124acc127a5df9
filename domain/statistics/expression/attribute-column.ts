import { codeAt } from '../../arrays/number-at.ts';
import { type SampleColumn, trimColumn } from '../../records/samples/sample-columns.ts';
import { type LeftOut, type Trait, traitOfColumn, withSeparateGroups } from '../modules/traits.ts';

/** An attribute whose values can be compared. */
export interface AttributeColumn {
  name: string;
  /** with the groups of a figure: values of a single sample are not joined */
  trait: Trait;
  /** trimmed */
  column: SampleColumn;
}

/** The attribute with these values, or why it cannot be tested. */
export function attributeColumn(name: string, packed: SampleColumn): AttributeColumn | LeftOut {
  const column = trimColumn(packed);
  const trait = traitOfColumn(name, column);
  return typeof trait === 'string' ? trait : { name, trait: withSeparateGroups(trait, column), column };
}

/** Samples by value of the attribute, in sorted order, those without a value last; one group without an attribute. */
export function samplesByValue(
  samples: readonly number[],
  attribute: AttributeColumn | null,
): { name: string | null; samples: number[] }[] {
  if (attribute === null) return samples.length === 0 ? [] : [{ name: null, samples: [...samples] }];
  const { values, codes } = attribute.column;
  const byCode: number[][] = Array.from({ length: values.length + 1 }, () => []);
  for (const sample of samples) byCode[codeAt(codes, sample)]?.push(sample);
  const [missing = [], ...byValue] = byCode;
  return [
    ...byValue.map((group, at) => ({ name: values[at] ?? null, samples: group })),
    { name: null, samples: missing },
  ].filter((group) => group.samples.length > 0);
}
