/** Data sets whose samples have a follow-up, for pages of those without. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { cellsOfColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import type { Services } from '../../base/services.ts';
import {
  type FollowUpAttribute,
  listNamedFollowUps,
  type NamedFollowUp,
} from '../../records/sample/follow-up-names.ts';
import { findColumns } from '../../records/sample/sample-columns.ts';
import { followUpOf } from './follow-up.ts';

/** Data sets whose values are read, and those of them that are named. */
const [MAX_READ, MAX_NAMED] = [12, 5];

/** Whether the samples have a time and an event with values that can be used, as the page of the data set reads them. */
async function hasEvents(
  { pool }: Services,
  dataSet: NamedFollowUp,
  defined: readonly FollowUpAttribute[],
): Promise<boolean> {
  const columns = await findColumns(pool, dataSet, dataSet.sample_columns);
  const cells = new Map([...columns].map(([name, column]) => [name, cellsOfColumn(column)]));
  return (followUpOf(cells, {}, defined).read?.events ?? 0) > 0;
}

/** Readable data sets with survival, one of each collection, at most five, those of most samples first. */
export async function listDataSetsWithSurvival(
  services: Services,
  principal: Principal,
  defined: readonly FollowUpAttribute[],
): Promise<{ id: number; title: string }[]> {
  const named = await listNamedFollowUps(services.db, principal, { defined, most: MAX_READ });
  const found: { id: number; title: string }[] = [];
  for (const dataSet of named) {
    if (found.length < MAX_NAMED && (await hasEvents(services, dataSet, defined)))
      found.push({ id: dataSet.number, title: dataSet.title });
  }
  return found;
}
