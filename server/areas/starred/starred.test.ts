/** Stars belong to one person and show what that person may still read. */

import { deleteDataCollection } from '@omicon/contract/areas/collections.ts';
import { createStar, deleteStar, getStar, listStarred } from '@omicon/contract/areas/starred.ts';
import type { RecordType } from '@omicon/domain/records/record-kinds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { aMetaModule } from '../../test-support/laboratories/a-meta-module.ts';
import { aCellTypeReference } from '../../test-support/laboratories/cell-types.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let open: LaboratoryNumbers;
let lab: LaboratoryNumbers;
let parts: Record<RecordType, number>;

beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  lab = await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' });
  const { rows } = await sql<{ network: number; module: number; set: number }>`
    select n.number as network, m.number as module, (select min(number) from gene_set) as set
      from covariation_network n join covariation_module m on m.covariation_network_id = n.id
      join analysis a on a.id = n.analysis_id
     where a.number = ${open.analysis} and m.page = 1`.execute(portal.services.db);
  const found = rows[0];
  parts = {
    dc: open.collection,
    ds: open.loaded,
    project: open.analysis,
    'covariation-network': found?.network ?? 0,
    'covariation-module': found?.module ?? 0,
    'meta-module': await aMetaModule(portal.services.db, {
      audiences: ['public', 'laboratory'],
      module: found?.module ?? 0,
    }),
    'gene-set': found?.set ?? 0,
    'cell-type-reference': await aCellTypeReference(portal, { visibility: 'public' }),
  };
});
afterAll(() => portal.close());

async function titlesOf(caller: Caller): Promise<string[]> {
  const { reply } = await portal.call(listStarred, { as: caller });
  return reply.results.map((row) => `${row.entity_type} ${row.title}`);
}

describe('a star', () => {
  test('can be added to every kind of record, once, and removed', async () => {
    const person = await portal.signInAs('RU');
    for (const [entity_type, id] of Object.entries(parts) as [RecordType, number][]) {
      const params = { entity_type, id };
      expect((await portal.call(getStar, { as: person, params })).reply).toEqual({ is_starred: false });
      await portal.call(createStar, { as: person, params });
      await portal.call(createStar, { as: person, params });
      expect((await portal.call(getStar, { as: person, params })).reply).toEqual({ is_starred: true });
    }
    const { reply } = await portal.call(listStarred, { as: person });
    expect(reply.total).toBe(8);
    // Newest first; a network has the number of its analysis.
    expect(reply.results[0]?.entity_type).toBe('cell-type-reference');
    expect(reply.results.find((row) => row.entity_type === 'covariation-network')?.analysis_id).toBe(
      open.analysis,
    );
    await portal.call(deleteStar, { as: person, params: { entity_type: 'ds', id: parts.ds } });
    expect((await portal.call(listStarred, { as: person })).reply.total).toBe(7);
  });

  test('is visible only to its owner', async () => {
    const [one, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
    await portal.call(createStar, { as: one, params: { entity_type: 'dc', id: open.collection } });
    expect(await titlesOf(other)).toEqual([]);
    await portal.call(deleteStar, { as: other, params: { entity_type: 'dc', id: open.collection } });
    expect(await titlesOf(one)).toHaveLength(1);
  });

  test('cannot be added to an unreadable record, whose existence is not revealed', async () => {
    const person = await portal.signInAs('RU');
    for (const id of [lab.collection, 99_999]) {
      const answer = await portal.call(createStar, { as: person, params: { entity_type: 'dc', id } });
      expect(answer.status).toBe(404);
      expect(answer.refusal.detail).toBe('There is no such record, or you may not see it.');
    }
    // The number of a record of another kind is not found.
    const mixed = await portal.call(createStar, {
      as: person,
      params: { entity_type: 'ds', id: open.collection },
    });
    expect(mixed.status).toBe(404);
  });

  test('is hidden while the record is unreadable or deleted', async () => {
    const member = await portal.signInAs('LAB');
    await portal.call(createStar, { as: member, params: { entity_type: 'dc', id: lab.collection } });
    expect(await titlesOf(member)).toEqual(['dc Zhao 2021 CGGA']);
    await portal.services.db
      .updateTable('person')
      .set({ role: 'RU' })
      .where('id', '=', member.person_id)
      .execute();
    expect(await titlesOf(member)).toEqual([]);
    await portal.services.db
      .updateTable('person')
      .set({ role: 'LAB' })
      .where('id', '=', member.person_id)
      .execute();
    const admin = await portal.signInAs('admin');
    await portal.call(deleteDataCollection, { as: admin, params: { id: lab.collection } });
    expect(await titlesOf(member)).toEqual([]);
  });
});
