/** Ends of a run and its waits for a choice, each with its notification in the same transaction. */
import { PIPELINE_NEWS, type SearchNews, searchNews } from '@omicon/contract/areas/notifications.ts';
import type { GridCell } from '@omicon/contract/areas/pipeline-runs.ts';
import type { Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { notifyOfProgress } from '../notifications/notify.ts';
import * as statements from './sql.ts';

export const FAILED = 'The run could not be finished. Please start it again.';

const SUBJECTS = { preparation: 'Preparation of', modules: 'Modules of' } as const;

type Told = Pick<SearchNews, 'state' | 'result_count'>;

async function tell(tx: Tx, id: number, run: statements.EndedRun, end: Told): Promise<void> {
  const description = `${SUBJECTS[run.kind]} ${await statements.findTitle(tx, run.data_set_number)}`;
  const content: SearchNews = {
    type: PIPELINE_NEWS,
    Description: description,
    ...end,
    notification_data: JSON.stringify({ formData: { description: { value: description } } }),
  };
  await notifyOfProgress(tx, {
    id,
    person_id: run.person_id,
    kind: 'advancedSearch',
    subject: String(id),
    content: searchNews.parse(content),
  });
}

/** Everything is stored. */
export async function tellEnd({ db }: Services, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await statements.endRun(tx, id, { state: 'done', message: null });
    if (run !== undefined) await tell(tx, id, run, { state: 'done', result_count: run.outputs.length });
  });
}

/** The grid is there, and its person has to choose. */
export async function tellChoice({ db }: Services, id: number, cells: readonly GridCell[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await statements.awaitChoice(tx, id, cells);
    if (run !== undefined) await tell(tx, id, run, { state: 'choosing', result_count: cells.length });
  });
}

export async function failRun({ db }: Services, id: number, message: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await statements.endRun(tx, id, { state: 'failed', message });
    if (run !== undefined) await tell(tx, id, run, { state: 'failed', result_count: null });
  });
}

/** Fails runs whose job is gone, for instance because every attempt killed its worker, and notifies their owners. */
export async function failLostPipelineRuns(services: Services): Promise<void> {
  for (const id of await statements.listLost(services.db)) await failRun(services, id, FAILED);
}
