/** Visibility is content like any other: an import that asks for another one changes the record. */
import { OMICON_TYPES } from '@omicon/domain/identifiers/omicon-id.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { recordKind } from '@omicon/domain/records/record-kinds.ts';
import { recordAuditEvent } from '../../../base/sign-in/audit.ts';
import { listDependentRecords, type RecordKey, setVisibility } from '../../../records/access/visibility.ts';
import { omiconIdOf } from '../../../records/lists/replies.ts';
import type { EarlierVersion } from '../sql.ts';
import { type Outcome, type Storing, visibilityOf } from './storing.ts';

type Earlier = Pick<EarlierVersion, 'number' | 'visibility' | 'attributes'> | undefined;

/**
 * The visibility that an import gives a record: that chosen for the import, else that of its file. A record that is
 * here already keeps its own, which may have been set in the portal, unless the file now says something else.
 */
export function chooseVisibility(
  { run }: Storing,
  { given, earlier, inherited }: { given: Visibility | null; earlier: Earlier; inherited: Visibility },
): Visibility {
  if (run.visibility !== null) return run.visibility;
  if (earlier === undefined) return given ?? inherited;
  return given !== null && given !== visibilityOf(new Map(earlier.attributes)) ? given : earlier.visibility;
}

export function outcomeOf(
  { entity_type, number, title }: RecordKey & { title: string },
  outcome: Outcome['outcome'],
): Outcome {
  const { code } = recordKind(entity_type);
  return { kind: OMICON_TYPES[code], title, outcome, omicon_id: omiconIdOf(code, number) };
}

/**
 * Gives a stored record the visibility. What is made from a record is never left more visible than the record when that
 * becomes the laboratory's. @returns what changed
 */
export async function changeVisibility(
  { tx, run }: Storing,
  record: RecordKey & { title: string },
  { earlier, visibility }: { earlier: Earlier; visibility: Visibility },
): Promise<Outcome[]> {
  if (earlier === undefined || earlier.visibility === visibility) return [];
  const dependent =
    visibility === 'private' ? await listDependentRecords(tx, record, { isLocked: true }) : [];
  const hidden = dependent.filter((each) => each.visibility === 'public');
  // Earlier versions may hold what was never to be shown: an import shows what it brings, and hides everything.
  const versions = visibility === 'public' ? 'current' : 'all';
  await setVisibility(tx, [record, ...hidden], { visibility, versions });
  await recordAuditEvent(
    tx,
    { person_id: run.person_id, role: null },
    {
      action: 'change visibility by import',
      object_type: recordKind(record.entity_type).code,
      object_number: record.number,
      result: 'done',
      detail: { visibility, hidden_with_it: hidden.length },
    },
  );
  const outcome = visibility === 'public' ? 'now public' : 'now Lab';
  return [record, ...hidden.filter(({ is_living }) => is_living)].map((each) => outcomeOf(each, outcome));
}
