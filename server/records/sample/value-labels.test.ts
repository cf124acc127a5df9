import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureAttributeTables } from '../../areas/attributes/table-versions.ts';
import { takeIn } from '../../test-support/intake.ts';
import { RESOURCE_PATHS, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { listValueLabels } from './value-labels.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  const taken = await takeIn(portal, {
    [RESOURCE_PATHS.ontology]: smallResources()[RESOURCE_PATHS.ontology] ?? '',
  });
  expect(taken.faults).toEqual([]);
  await ensureAttributeTables(portal.services.db);
});
afterAll(() => portal.close());

async function labelsOf(attribute: string, values: (string | null)[]) {
  const labels = await listValueLabels(portal.services.db, [{ attribute, values }]);
  return labels.get(attribute);
}

test('term ids are labelled with names of the current ontologies', async () => {
  expect(await labelsOf('UBERON_ID', ['UBERON:0000955', 'UBERON:0016525', 'UBERON:7', null])).toEqual({
    'UBERON:0000955': 'brain',
    'UBERON:0016525': 'frontal lobe',
  });
});

test('codes without an ontology term get labels of the definition, for every column of a gene', async () => {
  const loss = { 'SO:0001743': 'copy number loss' };
  expect(await labelsOf('chr1p_Mut', ['SO:0001743', 'WT', null])).toEqual(loss);
  expect(await labelsOf('IDH1_Mut_2', ['NCIT:C172343', 'WT'])).toEqual({ 'NCIT:C172343': 'mutated' });
  expect(await labelsOf('EGFR_Mut', ['SO:0001742'])).toEqual({ 'SO:0001742': 'copy number gain' });
  expect(await labelsOf('Batch', ['SO:0001743', 'constructor'])).toEqual({});
});

test('ontologies have precedence over definitions; without labels, codes are unchanged', async () => {
  await portal.pool.query(
    `update attribute_definition set value_labels = '{"UBERON:0000955": "encephalon", "1": "first"}' where name = 'Batch'`,
  );
  await portal.pool.query(`update attribute_definition set value_labels = '{}' where name = 'IDH2 Mut'`);
  expect(await labelsOf('Batch', ['UBERON:0000955', '1', '2'])).toEqual({
    'UBERON:0000955': 'brain',
    1: 'first',
  });
  expect(await labelsOf('IDH2_Mut', ['NCIT:C172344'])).toEqual({});
});

test('labels of several attributes are not mixed', async () => {
  const labels = await listValueLabels(portal.services.db, [
    { attribute: 'Batch', values: ['1'] },
    { attribute: 'Tumor_Grade', values: ['1'] },
  ]);
  expect([...labels]).toEqual([
    ['Batch', { 1: 'first' }],
    ['Tumor_Grade', {}],
  ]);
});
