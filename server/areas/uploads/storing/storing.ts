/** Input and result of storing a unit. */
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { visibilityOfText } from '@omicon/domain/permissions/visibility.ts';
import type { Attributes, Fault, Read, SampleTable } from '@omicon/intake/records.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import type { Tx } from '../../../base/postgres/database.ts';
import type { Store } from '../../../base/store/store.ts';
import type { HashingTree } from '../hashing-tree.ts';
import type { NewSample } from './sql-samples.ts';

export type Outcome = IntakeReport['units'][number];

/** One unit being stored inside its transaction. */
export interface Storing {
  tx: Tx;
  store: Store;
  tree: HashingTree;
  /** words of the laboratory for missing values of samples */
  missingWords: readonly string[];
  run: { person_id: number | null; owner: string | null; visibility: Visibility | null };
}

/** The record of a reader. The check found no faults, so a fault now means that the input has changed. */
export function recordOf<T>(read: Read<T>): T {
  if (read.record === null) throw new IntakeRefusal(read.faults);
  return read.record;
}

export function fault(file: string, sentence: string): Fault {
  return { kind: 'wrong', file, line: null, column: null, sentence };
}

/** Visibility from the attribute Availability; null if missing. */
export function visibilityOf(attributes: Attributes): Visibility | null {
  const availability = attributes.get('Availability');
  if (availability === undefined || availability === null) return null;
  return visibilityOfText(availability);
}

export function toNewSamples(table: SampleTable): NewSample[] {
  return table.samples.map((sample) => ({
    sample_index: sample.index,
    label: sample.label,
    attributes: Object.fromEntries(
      [...sample.attributes].filter((entry): entry is [string, string] => entry[1] !== null),
    ),
  }));
}

export function attributePairs(attributes: Attributes): string {
  return JSON.stringify([...attributes]);
}
