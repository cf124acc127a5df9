/** Tables bug_report, bug_report_screenshot and feedback. */
import type { REPORT_STATUSES, SCREENSHOT_TYPES } from '@omicon/contract/areas/feedback.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { hasText, type Paging, pageOf } from '../../records/lists/paging.ts';

type Status = (typeof REPORT_STATUSES)[number];

interface ReportContent {
  omicon_version: string;
  /** null if it came from a public page */
  person_id: number | null;
  first_name: string;
  last_name: string;
}

export interface NewBugReport extends ReportContent {
  reporter_email: string;
  reporter_phone: string | null;
  browser_version: string;
  os_version: string;
  timezone: string;
  environmental_variables: string;
  bug_description: string;
  steps_to_produce_bug: string | null;
}

interface StoredReport {
  id: number;
  reported_by: string | null;
  status: Status;
  version: number;
  created_at: Date;
}

export interface Screenshot {
  place: number;
  name: string;
  media_type: (typeof SCREENSHOT_TYPES)[number];
  width: number;
  height: number;
  size_bytes: number;
}

export interface NewScreenshot extends Screenshot {
  sha256: Buffer;
  storage_key: string;
}

export interface BugReportRow extends Omit<NewBugReport, 'person_id'>, StoredReport {
  screenshots: Screenshot[];
}

export interface FeedbackRow extends Omit<ReportContent, 'person_id'>, StoredReport {
  email: string;
  comment: string;
}

/** Locks the submissions of one person until the transaction ends, so that concurrent ones are counted correctly. */
export async function lockReports(tx: Tx, person_id: number): Promise<void> {
  await lockInTransaction(tx, `reports of ${person_id}`);
}

/** Number of reports and feedback of a person in the last hour. Indexes bug_report_newest and feedback_newest. */
export async function countOfLastHour(db: Db, person_id: number): Promise<number> {
  const recent = sql`person_id = ${person_id} and created_at > now() - interval '1 hour'`;
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from bug_report where ${recent}) + (select count(*) from feedback where ${recent}))::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Inserts into bug_report and bug_report_screenshot. @returns the number of the report */
export async function createBugReport(
  tx: Tx,
  report: NewBugReport,
  screenshots: readonly NewScreenshot[],
): Promise<number> {
  const { id } = await tx.insertInto('bug_report').values(report).returning('id').executeTakeFirstOrThrow();
  if (screenshots.length > 0)
    await tx
      .insertInto('bug_report_screenshot')
      .values(screenshots.map((screenshot) => ({ ...screenshot, bug_report_id: id })))
      .execute();
  return id;
}

/** Inserts into feedback. @returns its number */
export async function createFeedback(
  tx: Tx,
  feedback: ReportContent & { email: string; comment: string },
): Promise<number> {
  const { id } = await tx.insertInto('feedback').values(feedback).returning('id').executeTakeFirstOrThrow();
  return id;
}

const KEPT = sql`
  r.id, r.first_name, r.last_name, r.omicon_version, r.status, r.version, r.created_at,
  (select p.username from person p where p.id = r.person_id) as reported_by`;

const BUG_REPORT = sql`
  ${KEPT}, r.reporter_email, r.reporter_phone, r.browser_version, r.os_version, r.timezone, r.environmental_variables,
  r.bug_description, r.steps_to_produce_bug,
  coalesce((select jsonb_agg(jsonb_build_object('place', s.place, 'name', s.name, 'media_type', s.media_type,
                     'width', s.width, 'height', s.height, 'size_bytes', s.size_bytes) order by s.place)
              from bug_report_screenshot s where s.bug_report_id = r.id), '[]') as screenshots`;

const FEEDBACK = sql`${KEPT}, r.email, r.comment`;

const ORDER = {
  created_at: sql`r.created_at`,
  status: sql`array_position(array['new', 'open', 'closed'], r.status)`,
  last_name: sql`lower(r.last_name)`,
};

export interface ReportQuery extends Paging {
  search: string;
  status?: Status | undefined;
}

/** Whether the person or text of a report contains the search text. */
function matching({ search, status }: ReportQuery, text: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const isOfStatus = status === undefined ? sql<SqlBool>`true` : sql<SqlBool>`r.status = ${status}`;
  if (search === '') return isOfStatus;
  return sql<SqlBool>`${isOfStatus} and ${hasText(sql`concat_ws(' ', r.first_name, r.last_name, ${text})`, search)}`;
}

const BUG_TEXT = sql`r.reporter_email, r.bug_description, r.steps_to_produce_bug`;
const FEEDBACK_TEXT = sql`r.email, r.comment`;

/** One page of bug reports with their screenshots. Index bug_report_newest; a few thousand rows in all. */
export async function listBugReports(db: Db, query: ReportQuery): Promise<BugReportRow[]> {
  const { rows } = await sql<BugReportRow>`
    select ${BUG_REPORT} from bug_report r where ${matching(query, BUG_TEXT)} ${pageOf(ORDER, query, sql`r.id`)}`.execute(
    db,
  );
  return rows;
}

/** Exact number of bug reports with the filter of `listBugReports`, by the same index. */
export async function countBugReports(db: Db, query: ReportQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from bug_report r where ${matching(query, BUG_TEXT)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Primary key. */
export async function findBugReport(db: Db, id: number): Promise<BugReportRow | undefined> {
  const { rows } = await sql<BugReportRow>`select ${BUG_REPORT} from bug_report r where r.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** One page of feedback. Index feedback_newest; a few thousand rows in all. */
export async function listFeedback(db: Db, query: ReportQuery): Promise<FeedbackRow[]> {
  const { rows } = await sql<FeedbackRow>`
    select ${FEEDBACK} from feedback r where ${matching(query, FEEDBACK_TEXT)} ${pageOf(ORDER, query, sql`r.id`)}`.execute(
    db,
  );
  return rows;
}

/** Exact number of pieces of feedback with the filter of `listFeedback`, by the same index. */
export async function countFeedback(db: Db, query: ReportQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from feedback r where ${matching(query, FEEDBACK_TEXT)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Primary key. */
export async function findFeedback(db: Db, id: number): Promise<FeedbackRow | undefined> {
  const { rows } = await sql<FeedbackRow>`select ${FEEDBACK} from feedback r where r.id = ${id}`.execute(db);
  return rows[0];
}

interface StatusChange {
  id: number;
  status: Status;
  /** the version the caller has seen; updates no other */
  version: number;
}

/** @returns whether the row had that version */
export async function updateStatus(
  tx: Tx,
  table: 'bug_report' | 'feedback',
  { id, status, version }: StatusChange,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set status = ${status}, version = version + 1, updated_at = now()
     where id = ${id} and version = ${version} returning id`.execute(tx);
  return rows.length === 1;
}

/** The storage key of a screenshot. Primary key. */
export async function findScreenshot(
  db: Db,
  { id, place }: { id: number; place: number },
): Promise<Pick<NewScreenshot, 'media_type' | 'size_bytes' | 'storage_key'> | undefined> {
  return db
    .selectFrom('bug_report_screenshot')
    .select(['media_type', 'size_bytes', 'storage_key'])
    .where('bug_report_id', '=', id)
    .where('place', '=', place)
    .executeTakeFirst();
}
