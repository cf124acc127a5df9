/** Pages of operators: outgoing mail, failed jobs and the progress of the demo import. Owns no table. */
import {
  getDemoProgress,
  getPublicContents,
  listFailedJobs,
  listOutbox,
  restartFailedJob,
} from '@omicon/contract/areas/operations.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import * as failedJobs from '../../base/jobs/failed-jobs.ts';
import * as outbox from '../../base/jobs/outbox.ts';
import { findDemoProgress } from '../../demo/progress.ts';
import { toPage } from '../../records/lists/replies.ts';
import { readPublicContents } from './public-contents.ts';

export const operationRoutes: Route[] = [
  serve(getDemoProgress, async ({ db }) => ({ progress: await findDemoProgress(db) })),

  serve(getPublicContents, ({ services }) => readPublicContents(services)),

  serve(listOutbox, async ({ db, query }) => {
    const { rows, total } = await outbox.listOutbox(db, query);
    const results = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      delivered_at: row.delivered_at?.toISOString() ?? null,
    }));
    return toPage(results, total, query);
  }),

  serve(listFailedJobs, async ({ db, query }) => {
    const [rows, total] = await Promise.all([
      failedJobs.listFailedJobs(db, query),
      failedJobs.countFailedJobs(db, query.search),
    ]);
    const results = rows.map((row) => ({ ...row, failed_at: row.failed_at.toISOString() }));
    return toPage(results, total, query);
  }),

  serveWrite(restartFailedJob, async ({ db, params, audit }) => {
    if ((await failedJobs.startAgain(db, [params.id])) === 0) throw notFound('failed job');
    await audit({ action: 'restart job', detail: { id: params.id } });
    return { detail: 'The job is tried again.' };
  }),
];
