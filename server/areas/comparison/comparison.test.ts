/** Comparison of groups of samples and saved groups, on the small laboratory: six samples, eight genes. */
import { execFileSync } from 'node:child_process';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  compareSamples,
  createSampleGroup,
  deleteSampleGroup,
  getSharedGroup,
  listSampleGroups,
  renameSampleGroup,
  replaceSampleGroupLink,
  restoreSampleGroup,
} from '@omicon/contract/areas/statistics/comparisons.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let guest: Caller;
let owner: Caller;
let other: Caller;
let numbers: LaboratoryNumbers;
beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  guest = await portal.signInAs('GU');
  owner = await portal.signInAs('RU');
  other = await portal.signInAs('RU');
});
afterAll(() => portal.close());

const rule = (attribute: string, ...values: (string | null)[]) => ({
  name: values.join(' or '),
  rules: [{ attribute, values }],
});
const BATCHES = [rule('Batch', '1'), rule('Batch', '2')];
const ask = (body: BodyInput<typeof compareSamples>) =>
  portal.ask(compareSamples, { as: guest, params: { id: numbers.loaded }, body });
const compare = async (body: BodyInput<typeof compareSamples>) =>
  (await portal.call(compareSamples, { as: guest, params: { id: numbers.loaded }, body })).reply;

describe('a comparison', () => {
  test('has a row for every feature, the smallest P first, and the samples of each group', async () => {
    const reply = await compare({ groups: BATCHES });
    expect(reply.groups).toEqual([
      { name: '1', n: 3, samples: ['GSM96950', 'GSM96951', 'GSM96952'] },
      { name: '2', n: 3, samples: ['GSM96953', 'GSM96954', 'GSM96955'] },
    ]);
    expect([reply.features.length, reply.tested, reply.left_out]).toEqual([8, 8, 0]);
    expect(reply.p_value).toEqual(reply.p_value.toSorted((a, b) => a - b));
    const [mean = [], otherMean = []] = reply.means;
    for (const [at, difference] of reply.difference.entries())
      expect(difference).toBeCloseTo((mean[at] ?? 0) - (otherMean[at] ?? 0), 12);
    expect(reply.prior).not.toBeNull();
    expect(await compare({ groups: BATCHES })).toEqual(reply);
  });

  test.skipIf(inject('gateway') !== undefined)('stops when its client leaves', async () => {
    const { key } = await portal.services.db
      .selectFrom('data_set')
      .select('matrix_storage_key as key')
      .where('number', '=', numbers.primary)
      .executeTakeFirstOrThrow();
    if (key === null) throw new Error('The data set has no matrix.');
    const object = path.join(portal.folder, 'data', 'objects', key.slice(0, 2), key.slice(2, 4), key);
    // Reading a pipe that nobody writes never ends, and there is one thread.
    await rename(object, `${object}-aside`);
    execFileSync('mkfifo', [object]);
    const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const client = new AbortController();
    const answer = fetch(`${address}${compareSamples.path.replace(':id', String(numbers.primary))}`, {
      method: 'POST',
      headers: { authorization: `Token ${guest.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ groups: BATCHES, test: 'rank-sum' }),
      signal: client.signal,
    });
    await setTimeout(1000);
    client.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect((await compare({ groups: BATCHES, test: 'welch' })).features).toHaveLength(8);
    await (await open(object, 'r+')).close();
    await rm(object);
    await rename(`${object}-aside`, object);
  });

  test('takes rules with several values, NA, and listed samples', async () => {
    const reply = await compare({
      groups: [rule('Sex', 'F', null), { name: 'listed', samples: ['GSM96952', 'GSM96954', 'GSM96950'] }],
    });
    expect(reply.groups.map(({ samples }) => samples)).toEqual([
      ['GSM96951', 'GSM96953', 'GSM96955'],
      ['GSM96950', 'GSM96952', 'GSM96954'],
    ]);
  });

  test('that makes no sense is refused with its reasons and no columns', async () => {
    const reply = await compare({ groups: [rule('Sex', 'F'), rule('Tumor_Grade', '3', '4')] });
    expect(reply.guards.filter(({ is_refusal }) => is_refusal).map(({ kind }) => kind)).toEqual([
      'small_group',
      'overlap',
    ]);
    expect([reply.features, reply.p_value, reply.prior]).toEqual([[], [], null]);
  });

  test('warns of attributes that differ with the groups', async () => {
    const { guards } = await compare({
      groups: [
        { name: 'early', samples: ['GSM96950', 'GSM96951', 'GSM96952'] },
        { name: 'late', samples: ['GSM96953', 'GSM96954', 'GSM96955'] },
      ],
    });
    expect(guards).toContainEqual({
      kind: 'confounded',
      sentence: 'All of “early” are Batch 1, none of “late” is.',
      is_refusal: false,
    });
  });

  test('names attributes and coded values as screens do', async () => {
    const { guards } = await compare({
      groups: [
        { name: 'mutant', samples: ['GSM96951'] },
        { name: 'wild type', samples: ['GSM96950', 'GSM96952'] },
      ],
      test: 'rank-sum',
    });
    expect(guards.map(({ sentence }) => sentence)).toContain(
      'All of “mutant” are IDH1 Mut mutated, none of “wild type” is.',
    );
  });

  test('adjusted for what defines its groups is refused', async () => {
    const early = { name: 'early', samples: ['GSM96950', 'GSM96951', 'GSM96952'] };
    const late = { name: 'late', samples: ['GSM96953', 'GSM96954', 'GSM96955'] };
    const { guards, features } = await compare({ groups: [early, late], adjust_for: ['Batch'] });
    expect(guards.at(-1)).toEqual({
      kind: 'not_estimable',
      sentence: 'The groups cannot be told apart from Batch.',
      is_refusal: true,
    });
    expect(features).toEqual([]);
  });

  test('of unknown samples, attributes, or groups without a choice is invalid', async () => {
    for (const group of [{ name: 'x', samples: ['GSM1'] }, rule('No such', '1'), { name: 'x' }]) {
      const { status } = await ask({ groups: [group, rule('Batch', '2')] });
      expect(status).toBe(400);
    }
    expect((await ask({ groups: [rule('Batch', '1'), { ...rule('Batch', '2'), name: '1' }] })).status).toBe(
      400,
    );
  });

  test('of more values than the memory takes is refused with their size', async () => {
    const change = (number_of_features: number) =>
      portal.services.db
        .updateTable('data_set')
        .set({ number_of_features })
        .where('number', '=', numbers.loaded)
        .execute();
    await change(40_000_000);
    const { status, refusal } = await ask({ groups: BATCHES, test: 'kruskal-wallis' });
    await change(8);
    expect([status, refusal.detail]).toEqual([
      413,
      'The values of 40,000,000 features in 6 samples take 1,832 MiB; computations may use 1,024 MiB.',
    ]);
  });

  test('waits for values that are not stored yet', async () => {
    const change = (matrix_storage_key: string | null) =>
      portal.services.db
        .updateTable('data_set')
        .set({ matrix_storage_key })
        .where('number', '=', numbers.loaded)
        .execute();
    const { matrix_storage_key } = await portal.services.db
      .selectFrom('data_set')
      .select('matrix_storage_key')
      .where('number', '=', numbers.loaded)
      .executeTakeFirstOrThrow();
    await change(null);
    expect((await ask({ groups: BATCHES })).status).toBe(503);
    await change(matrix_storage_key);
    expect((await ask({ groups: BATCHES })).status).toBe(200);
  });
});

describe('a saved group', () => {
  const MEN = { name: 'Men', rules: [{ attribute: 'Sex', values: ['M'] }] };
  const params = () => ({ id: numbers.loaded });
  const save = async (body: BodyInput<typeof createSampleGroup>) =>
    (await portal.call(createSampleGroup, { as: owner, params: params(), body })).reply;
  const list = async (as = owner) =>
    (await portal.call(listSampleGroups, { as, params: params() })).reply.results.map(({ group }) => group);
  const open = (as: Caller, token: string) => portal.ask(getSharedGroup, { as, params: { token } });

  test('is its owner’s alone, by a name of its own, until deleted, and again after undo', async () => {
    const { id } = await save(MEN);
    expect(await list()).toEqual([MEN]);
    expect(await list(other)).toEqual([]);
    const again = await portal.ask(createSampleGroup, { as: owner, params: params(), body: MEN });
    expect(again.status).toBe(409);
    const byOther = { as: other, params: { id } };
    expect((await portal.ask(deleteSampleGroup, byOther)).status).toBe(404);
    expect((await portal.ask(renameSampleGroup, { ...byOther, body: { name: 'Mine' } })).status).toBe(404);

    await portal.call(deleteSampleGroup, { as: owner, params: { id } });
    expect(await list()).toEqual([]);
    await portal.call(restoreSampleGroup, { as: owner, params: { id } });
    await portal.call(renameSampleGroup, { as: owner, params: { id }, body: { name: 'Male' } });
    expect(await list()).toEqual([{ ...MEN, name: 'Male' }]);
    const second = await save(MEN);
    const taken = { as: owner, params: { id: second.id }, body: { name: 'Male' } };
    expect((await portal.ask(renameSampleGroup, taken)).status).toBe(409);
  });

  test('is not restored while another has its name', async () => {
    const group = { name: 'Listed', samples: ['GSM96950'] };
    const { id } = await save(group);
    await portal.call(deleteSampleGroup, { as: owner, params: { id } });
    await save(group);
    expect((await portal.ask(restoreSampleGroup, { as: owner, params: { id } })).status).toBe(409);
  });

  test('opens by its new link alone once its owner has replaced it', async () => {
    const { share_token: old, id } = await save({ ...MEN, name: 'Taken back' });
    const byOther = { as: other, params: { id } };
    expect((await portal.ask(replaceSampleGroupLink, byOther)).status).toBe(404);
    expect((await open(guest, old)).status).toBe(200);
    const { share_token } = (await portal.call(replaceSampleGroupLink, { as: owner, params: { id } })).reply;
    expect([(await open(guest, old)).status, (await open(guest, share_token)).status]).toEqual([404, 200]);
  });

  test('opens by its token for everybody who may read the data set, and nobody else', async () => {
    const { share_token, id } = await save({ ...MEN, name: 'Shared' });
    expect((await open(guest, share_token)).status).toBe(200);
    const visible = (visibility: 'public' | 'private') =>
      portal.services.db
        .updateTable('data_set')
        .set({ visibility })
        .where('number', '=', numbers.loaded)
        .execute();
    await visible('private');
    expect((await open(guest, share_token)).status).toBe(404);
    await visible('public');
    await portal.call(deleteSampleGroup, { as: owner, params: { id } });
    expect((await open(guest, share_token)).status).toBe(404);
  });

  test('needs rules or samples', async () => {
    const answer = await portal.ask(createSampleGroup, { as: owner, params: params(), body: { name: 'x' } });
    expect(answer.status).toBe(400);
  });
});
