/**
 * Past and running imports with their reports. Reads table intake_run; uploads and their progress are in the files
 * area.
 */
import {
  getIntakeRun,
  type IntakeRun,
  intakeProgress,
  intakeReport,
  listIntakeRuns,
} from '@omicon/contract/areas/uploads.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import {
  INTAKE_GIVEN_UP,
  type IntakeCounts,
  stateOfIntake,
  summarizeIntake,
} from '@omicon/domain/records/intake-summary.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { toPage } from '../../records/lists/replies.ts';
import { EMPTY_REPORT, NOT_STARTED } from '../../records/upload/intake-defaults.ts';
import * as statements from './sql-runs.ts';

/** Administrators see every import, other people their own. */
function readerOf({ person_id, permissions }: Principal): statements.RunReader {
  return { person_id, readsAll: permissions.has('OPERATIONS_VIEW') };
}

function countsOf(row: statements.RunListRow): IntakeCounts {
  return {
    new: row.units_new,
    'new version': row.units_new_version,
    'now public': row.units_now_public,
    'now Lab': row.units_now_lab,
    unchanged: row.units_unchanged,
    refused: row.units_refused,
    faults: row.faults,
    isGivenUp: row.message === INTAKE_GIVEN_UP,
  };
}

function toIntakeRun(row: statements.RunListRow): IntakeRun {
  const counts = row.ended_at === null ? null : countsOf(row);
  return {
    id: row.id,
    source: row.source,
    imported_by: row.imported_by,
    upload_id: row.upload_id,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    state: counts && stateOfIntake(counts),
    summary: counts && summarizeIntake(counts),
    warnings: row.warnings,
    faults: row.faults,
  };
}

export const intakeRoutes: Route[] = [
  serve(listIntakeRuns, async ({ db, principal, query }) => {
    const reader = readerOf(principal);
    const [rows, total] = await Promise.all([
      statements.listRuns(db, reader, query),
      statements.countRuns(db, reader, query.search),
    ]);
    return toPage(rows.map(toIntakeRun), total, query);
  }),

  serve(getIntakeRun, async ({ db, principal, params }) => {
    const row = await statements.findRun(db, readerOf(principal), params.id);
    if (!row) throw notFound('import');
    return {
      run: toIntakeRun(row),
      progress: row.progress === null ? NOT_STARTED : intakeProgress.parse(row.progress),
      report: row.report === null ? EMPTY_REPORT : intakeReport.parse(row.report),
    };
  }),
];
