/** Tests of refused inputs: nothing is stored. */
import type { IntakeFault } from '@omicon/contract/areas/uploads.ts';
import { expect } from 'vitest';
import { runIntake } from '../areas/uploads/run.ts';
import { verifyConsistency } from '../database/operations/verify.ts';
import { createRunOf } from './intake.ts';
import type { TestPortal } from './portal.ts';
import { ALL_IN_ORDER, countRows } from './tables.ts';

/** A fault in a table of refusals; kind `wrong` unless it says missing. */
export type Expected = Omit<IntakeFault, 'kind'> & { kind?: IntakeFault['kind'] };

/** @param prefix imported folder, with trailing slash */
export function toFault({ file, kind = 'wrong', ...rest }: Expected, prefix = ''): IntakeFault {
  return { kind, file: prefix + file, ...rest };
}

/** Imports a folder or archive and checks that only its report was written. */
export async function refusalOf(portal: TestPortal, local_path: string): Promise<IntakeFault[]> {
  const run = await createRunOf(portal, local_path);
  const before = await countRows(portal.services.db);
  const report = await runIntake(portal.services, run);
  expect(report.units).toEqual([]);
  expect(await countRows(portal.services.db)).toEqual(before);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
  return report.faults;
}
