/** Warns of what the tables of samples of a collection and its data sets lack, or say differently. */
import { ORGANISM_ATTRIBUTE } from '@omicon/domain/identifiers/orthologues.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { type DescribedSample, findDisagreements } from '@omicon/domain/records/samples/sample-agreement.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { type FileReading, quote } from '../text/read-log.ts';

/** Samples that a warning lists. */
const MAX_LISTED = 3;

/** One warning for each attribute, with the first samples and both values of each. */
export function warnOfDisagreements(
  file: FileReading,
  samples: readonly DescribedSample[],
  collection: ReadonlyMap<string, ReadonlyMap<string, string | null>>,
): void {
  const found = Map.groupBy(findDisagreements(samples, collection), ({ attribute }) => attribute);
  for (const [attribute, differing] of found) {
    const listed = differing
      .slice(0, MAX_LISTED)
      .map(({ label, here, there }) => `${label} is ${quote(here)} here, ${quote(there)} there`);
    const more = differing.length - listed.length;
    const others = more > 0 ? ` and ${countOf(more, 'more sample')}` : '';
    const verb = differing.length === 1 ? 'differs' : 'differ';
    file.warn(
      null,
      attribute,
      `${displayAttribute(attribute)} of ${countOf(differing.length, 'sample')} ${verb} from the table of the collection, which counts: ${listed.join('; ')}${others}.`,
    );
  }
}

/** Warns if no sample of a collection has an organism: a column lost everywhere is missing from no table. */
export function warnWithoutOrganism(
  file: FileReading,
  samples: readonly ReadonlyMap<string, string | null>[],
): void {
  if (samples.length === 0 || samples.some((attributes) => attributes.get(ORGANISM_ATTRIBUTE))) return;
  file.warn(
    null,
    ORGANISM_ATTRIBUTE,
    `No sample of this collection or its data sets has the attribute ${ORGANISM_ATTRIBUTE}, so its data are compared with those of every organism, by symbol.`,
  );
}
