/** Statements over past and running imports. Table intake_run. */
import type { IntakeOutcome } from '@omicon/domain/records/intake-summary.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { hasText, type Paging, pageOf } from '../../records/lists/paging.ts';
import { shownName } from '../../records/person/people.ts';

export interface RunReader {
  person_id: number | null;
  /** includes imports of others and of the command line */
  readsAll: boolean;
}

export interface RunListRow {
  id: number;
  source: string;
  imported_by: string | null;
  upload_id: number | null;
  started_at: Date;
  ended_at: Date | null;
  message: string | null;
  units_new: number;
  units_new_version: number;
  units_now_public: number;
  units_now_lab: number;
  units_unchanged: number;
  units_refused: number;
  warnings: number;
  faults: number;
}

function countOutcome(outcome: IntakeOutcome): RawBuilder<number> {
  return sql`(select count(*)::int from jsonb_array_elements(coalesce(r.report->'units', '[]')) u where u->>'outcome' = ${outcome})`;
}

function lengthOf(list: 'warnings' | 'faults'): RawBuilder<number> {
  return sql`jsonb_array_length(coalesce(r.report->${sql.lit(list)}, '[]'))`;
}

/** Counts are taken from the reports of one page. */
const RUN_COLUMNS = sql`
  r.id, r.source, ${shownName('p')} as imported_by, r.upload_id, r.started_at, r.ended_at, r.report->>'message' as message,
  ${countOutcome('new')} as units_new, ${countOutcome('new version')} as units_new_version,
  ${countOutcome('now public')} as units_now_public, ${countOutcome('now Lab')} as units_now_lab,
  ${countOutcome('unchanged')} as units_unchanged, ${countOutcome('refused')} as units_refused,
  ${lengthOf('warnings')} as warnings, ${lengthOf('faults')} as faults`;

function readable(reader: RunReader): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${reader.readsAll}::boolean or r.person_id = ${reader.person_id}::int)`;
}

/** One page of imports by source. Primary key, or index intake_run_person for the person's own. */
export async function listRuns(
  db: Db,
  reader: RunReader,
  query: Paging & { search: string },
): Promise<RunListRow[]> {
  const columns = { started_at: sql`r.id`, source: sql`lower(r.source)` };
  const { rows } = await sql<RunListRow>`
    select ${RUN_COLUMNS} from intake_run r left join person p on p.id = r.person_id
     where ${readable(reader)} and ${hasText(sql`r.source`, query.search.trim())}
     ${pageOf(columns, query, sql`r.id`)}`.execute(db);
  return rows;
}

/** Number of imports that the reader may see, by a part of their source. */
export async function countRuns(db: Db, reader: RunReader, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from intake_run r
     where ${readable(reader)} and ${hasText(sql`r.source`, search.trim())}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One import with its report; undefined if the caller may not read it. Primary key. */
export async function findRun(
  db: Db,
  reader: RunReader,
  id: number,
): Promise<(RunListRow & { progress: unknown; report: unknown }) | undefined> {
  const { rows } = await sql<RunListRow & { progress: unknown; report: unknown }>`
    select ${RUN_COLUMNS}, r.progress, r.report
      from intake_run r left join person p on p.id = r.person_id
     where r.id = ${id} and ${readable(reader)}`.execute(db);
  return rows[0];
}
