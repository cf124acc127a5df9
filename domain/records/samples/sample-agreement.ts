/** Whether two tables describe a sample alike. That of the collection counts: it has each sample once. */
import { isTechnical } from '../../statistics/modules/module-traits.ts';
import { numberOf } from './attribute-kinds.ts';

type Attributes = ReadonlyMap<string, string | null>;

export interface DescribedSample {
  label: string;
  attributes: Attributes;
}

/** A value of a sample that its collection describes otherwise. */
export interface Disagreement {
  label: string;
  attribute: string;
  /** in the table of the data set */
  here: string;
  /** in the table of the collection */
  there: string;
}

/** Attributes of the measurement differ between data sets: the name of the assay, batches, plates. */
function isOfMeasurement(attribute: string): boolean {
  return attribute.toLowerCase() === 'original_label' || isTechnical(attribute);
}

function isSame(a: string, b: string): boolean {
  return a === b || numberOf(a) === numberOf(b);
}

/** Values of the samples of a data set that are others in its collection. A missing value is none. */
export function findDisagreements(
  samples: readonly DescribedSample[],
  collection: ReadonlyMap<string, Attributes>,
): Disagreement[] {
  return samples.flatMap(({ label, attributes }) => {
    const described = collection.get(label);
    if (described === undefined) return [];
    return [...attributes].flatMap(([attribute, here]) => {
      const there = described.get(attribute) ?? null;
      if (here === null || there === null || isOfMeasurement(attribute) || isSame(here, there)) return [];
      return [{ label, attribute, here, there }];
    });
  });
}
