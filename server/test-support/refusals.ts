/** What inputs that are refused have in common: nothing of them is stored. */
import type { IntakeFault } from '@omicon/contract/areas/uploads.ts';
import { expect } from 'vitest';
import { runIntake } from '../areas/uploads/run.ts';
import { verifyConsistency } from '../database/operations/verify.ts';
import { createRunOf } from './intake.ts';
import type { TestPortal } from './portal.ts';
import { ALL_IN_ORDER, countRows } from './tables.ts';

/** A fault as a table of refusals writes it; wrong unless it says missing. */
export type Expected = Omit<IntakeFault, 'kind'> & { kind?: IntakeFault['kind'] };

/** @param prefix folder that was taken in, with its slash */
export function toFault({ file, kind = 'wrong', ...rest }: Expected, prefix = ''): IntakeFault {
  return { kind, file: prefix + file, ...rest };
}

/** Runs the intake of a folder or archive and finds that nothing but its report was written. */
export async function refusalOf(portal: TestPortal, local_path: string): Promise<IntakeFault[]> {
  const run = await createRunOf(portal, local_path);
  const before = await countRows(portal.services.db);
  const report = await runIntake(portal.services, run);
  expect(report.units).toEqual([]);
  expect(await countRows(portal.services.db)).toEqual(before);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
  return report.faults;
}
