/**
 * Bug reports and feedback, from signed-in people and public pages, and their lists for administrators. Owns
 * tables bug_report, bug_report_screenshot and feedback.
 */
import { createReadStream } from 'node:fs';
import {
  createBugReport,
  createFeedback,
  getBugReportScreenshot,
  listBugReports,
  listFeedback,
  updateBugReport,
  updateFeedback,
} from '@omicon/contract/areas/feedback.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Context, OPEN_FORM, type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { readProved, serveFile } from '../../base/http/serve-file.ts';
import type { Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { keepObjects } from '../../database/operations/storage-keys.ts';
import { toPage } from '../../records/lists/replies.ts';
import { type ReportForm, readReportForm } from './read-form.ts';
import * as statements from './sql.ts';

const RECORDED = 'Your response is recorded!';
const MAX_AN_HOUR = 30;

/** Signed-in people are not limited by address, which a whole institution may share. */
async function refuseTooMany(tx: Tx, { person_id }: Principal): Promise<void> {
  if (person_id === null) return;
  await statements.lockReports(tx, person_id);
  if ((await statements.countOfLastHour(tx, person_id)) < MAX_AN_HOUR) return;
  throw new PortalError(
    'too_many_requests',
    'You have sent thirty reports in an hour. Please wait a while.',
    {
      retryAfterSeconds: 600,
    },
  );
}

/** Stores the pictures. Equal bytes share one object; unreferenced objects are swept later. */
async function storePictures(
  { store }: Services,
  { pictures }: ReportForm,
): Promise<statements.NewScreenshot[]> {
  const stored: statements.NewScreenshot[] = [];
  for (const { path, ...picture } of pictures) {
    const { storageKey, sha256 } = await store.put(createReadStream(path));
    stored.push({ ...picture, place: stored.length + 1, sha256, storage_key: storageKey });
  }
  return stored;
}

async function recordReport(
  { db, principal, services, audit }: Context<typeof createBugReport, Tx>,
  { metadata }: ReportForm,
  screenshots: readonly statements.NewScreenshot[],
) {
  await refuseTooMany(db, principal);
  await keepObjects(
    db,
    services.store,
    screenshots.map(({ storage_key }) => storage_key),
  );
  const report = {
    ...metadata,
    person_id: principal.person_id,
    reporter_phone: metadata.reporter_phone || null,
    steps_to_produce_bug: metadata.steps_to_produce_bug || null,
  };
  const id = await statements.createBugReport(db, report, screenshots);
  await audit({
    action: 'report a bug',
    object_type: 'bug report',
    object_number: id,
    detail: { screenshots: screenshots.length },
  });
  return { id, detail: RECORDED };
}

/** Pictures are stored before the transaction, so that it does not wait for the store. */
const createBugReportRoute: Route = {
  endpoint: createBugReport,
  rateLimit: OPEN_FORM,
  takesForm: true,
  async run(input) {
    const form = await readReportForm(input.request);
    try {
      const screenshots = await storePictures(input.services, form);
      // Distinguishes a retry with the same idempotency key from another report.
      const hashes = screenshots.map(({ sha256 }) => sha256.toString('hex'));
      input.request.body = { metadata: form.metadata, screenshots: hashes };
      const write = serveWrite(createBugReport, (context) => recordReport(context, form, screenshots));
      return await write.run(input);
    } finally {
      await form.remove();
    }
  },
};

function withTime<Row extends { created_at: Date }>(row: Row) {
  return { ...row, created_at: row.created_at.toISOString() };
}

function stale(what: string): PortalError {
  return new PortalError('conflict', `This ${what} was changed by somebody else. Please look at it again.`);
}

export const feedbackRoutes: Route[] = [
  createBugReportRoute,

  serveWrite(
    createFeedback,
    async ({ db, principal, body, audit }) => {
      await refuseTooMany(db, principal);
      const id = await statements.createFeedback(db, { ...body, person_id: principal.person_id });
      await audit({ action: 'give feedback', object_type: 'feedback', object_number: id });
      return { id, detail: RECORDED };
    },
    { rateLimit: OPEN_FORM },
  ),

  serve(listBugReports, async ({ db, query }) => {
    const [rows, total] = await Promise.all([
      statements.listBugReports(db, query),
      statements.countBugReports(db, query),
    ]);
    return toPage(rows.map(withTime), total, query);
  }),

  serve(listFeedback, async ({ db, query }) => {
    const [rows, total] = await Promise.all([
      statements.listFeedback(db, query),
      statements.countFeedback(db, query),
    ]);
    return toPage(rows.map(withTime), total, query);
  }),

  serveFile(getBugReportScreenshot, async ({ db, params, services }) => {
    const screenshot = await statements.findScreenshot(db, params);
    if (!screenshot) throw notFound('screenshot');
    // The uploaded name is only a label; the portal chooses the file name of the download.
    const ending = screenshot.media_type.split('/')[1];
    return {
      name: `bug-report-${params.id}-screenshot-${params.place}.${ending}`,
      ...(await readProved(services, screenshot)),
    };
  }),

  serveWrite(updateBugReport, async ({ db, params, body, audit }) => {
    const isChanged = await statements.updateStatus(db, 'bug_report', { ...body, ...params });
    const row = await statements.findBugReport(db, params.id);
    if (!row) throw notFound('bug report');
    if (!isChanged) throw stale('bug report');
    await audit({
      action: 'change status',
      object_type: 'bug report',
      object_number: row.id,
      detail: { status: row.status },
    });
    return withTime(row);
  }),

  serveWrite(updateFeedback, async ({ db, params, body, audit }) => {
    const isChanged = await statements.updateStatus(db, 'feedback', { ...body, ...params });
    const row = await statements.findFeedback(db, params.id);
    if (!row) throw notFound('feedback');
    if (!isChanged) throw stale('feedback');
    await audit({
      action: 'change status',
      object_type: 'feedback',
      object_number: row.id,
      detail: { status: row.status },
    });
    return withTime(row);
  }),
];
