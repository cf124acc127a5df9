import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ALL_IN_ORDER, hashRecords } from '../../test-support/tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a laboratory is stored unit by unit, resources first, and every unit is new', async () => {
  const report = await takeIn(portal, { ...smallLaboratory(), ...smallResources() });
  expect(report.faults).toEqual([]);
  expect(report.not_understood).toEqual([]);
  expect(report.units.map(({ kind, title, outcome }) => [kind, title, outcome])).toEqual([
    ['mapping table', 'Homo sapiens SYMBOL to ENTREZID', 'new'],
    ['gene sets', 'genesets (2 sets)', 'new'],
    ['ontology', 'UBERON', 'new'],
    ['data collection', 'Phillips 2006 GSE4271', 'new'],
    ['data set', 'Phillips 2006 GSE4271 EXT A.1', 'new'],
    ['data set', 'Phillips 2006 GSE4271 U133A EXT B.1', 'new'],
    ['data set', 'Phillips 2006 GSE4271 EXT Primary OR A.1.1', 'new'],
    ['analysis', 'Phillips 2006 GSE4271 Primary', 'new'],
  ]);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('the same laboratory again is unchanged everywhere and changes no row', async () => {
  const before = await hashRecords(portal.services.db);
  const report = await takeIn(portal, { ...smallLaboratory(), ...smallResources() });
  expect(report.units.map((unit) => unit.outcome)).toEqual(Array(8).fill('unchanged'));
  expect(await hashRecords(portal.services.db)).toEqual(before);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});
