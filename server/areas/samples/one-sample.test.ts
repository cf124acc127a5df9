/** The page of a sample: its attributes, readable data sets and networks, and its eigengenes. */
import { getModuleEigengene } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { getSample, listSampleEigengenes } from '@omicon/contract/areas/samples.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let guest: Caller;
let numbers: LaboratoryNumbers;
beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  guest = await portal.signInAs('GU');
});
afterAll(() => portal.close());

const sample = async (label: string, as = guest) =>
  portal.call(getSample, { as, params: { id: numbers.collection, label } });

test('a sample has the attributes of its collection, with labels of coded values', async () => {
  const { reply } = await sample('GSM96951');
  expect(reply).toMatchObject({
    label: 'GSM96951',
    collection: { id: numbers.collection },
    individual: null,
  });
  expect(reply.attributes).toContainEqual({ name: 'Disease', value: 'astrocytoma', label: null });
  expect(reply.attributes).toContainEqual({ name: 'IDH1_Mut', value: 'NCIT:C172343', label: 'mutated' });
});

test('data sets and networks are listed if they contain the sample and may be read', async () => {
  const inAll = (await sample('GSM96951')).reply;
  const recurrent = (await sample('GSM96955')).reply;
  // Recurrent tumours are in the loaded data sets only.
  expect(inAll.data_sets.map(({ id }) => id)).toContain(numbers.primary);
  expect(recurrent.data_sets.map(({ id }) => id)).not.toContain(numbers.primary);
  expect([inAll.networks.length, recurrent.networks.length]).toEqual([1, 0]);
  const hide = (visibility: 'public' | 'private') =>
    portal.services.db
      .updateTable('data_set')
      .set({ visibility })
      .where('number', '=', numbers.primary)
      .execute();
  await hide('private');
  const hidden = (await sample('GSM96951')).reply;
  await hide('public');
  expect(hidden.data_sets.map(({ id }) => id)).not.toContain(numbers.primary);
});

test('eigengenes have their percentiles among the samples of the network, the most extreme first', async () => {
  const [network] = (await sample('GSM96951')).reply.networks;
  const { reply } = await portal.call(listSampleEigengenes, {
    as: guest,
    params: { id: network?.id ?? 0, label: 'GSM96951' },
  });
  expect(reply.number_of_samples).toBe(4);
  for (const { id, value, percentile } of reply.results) {
    const module = (await portal.call(getModuleEigengene, { as: guest, params: { id } })).reply;
    const values = module.values;
    expect(value).toBe(values[module.samples.indexOf('GSM96951')]);
    expect(percentile).toBe((100 * values.filter((other) => other <= value).length) / 4);
  }
  const extremes = reply.results.map(({ percentile }) => Math.abs(percentile - 50));
  expect(extremes).toEqual(extremes.toSorted((a, b) => b - a));
});

test('a sample that is not there, or not in the network, is refused', async () => {
  expect((await sample('GSM1')).status).toBe(404);
  const [network] = (await sample('GSM96951')).reply.networks;
  const asked = await portal.call(listSampleEigengenes, {
    as: guest,
    params: { id: network?.id ?? 0, label: 'GSM96955' },
  });
  expect(asked.status).toBe(404);
});
