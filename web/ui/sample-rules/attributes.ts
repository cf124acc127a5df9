import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';

/** Attributes of the samples of a data set, to choose samples by. */
export interface Attributes {
  known: readonly TreemapAttribute[];
  /** names of further attributes, whose values are not read yet */
  optional: readonly string[];
}

export function attributeNames({ known }: Pick<Attributes, 'known'>) {
  return {
    titleOf: (name: string) =>
      known.find((each) => each.name === name)?.displayName ?? displayAttribute(name),
    labelsOf: (name: string) => known.find((each) => each.name === name)?.value_labels ?? {},
  };
}
