/** Baskets on small laboratories: who sees what, limits, and bad input. */
import {
  addBasketItems,
  type CollectedItem,
  createBasket,
  deleteBasket,
  getSharedBasket,
  listBasketItems,
  listBaskets,
  listSharedBasketItems,
  MAX_BASKET_ITEMS,
  MAX_BASKETS,
  removeBasketItems,
  renameBasket,
  replaceBasketLink,
  restoreBasket,
} from '@omicon/contract/areas/baskets.ts';
import type { Audience } from '@omicon/domain/permissions/audience.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { aMetaModule } from '../../test-support/laboratories/a-meta-module.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let guest: Caller;
let member: Caller;
let shown: CollectedItem[];
let hidden: CollectedItem[];

const ONE_OF_EACH = { module: 1, 'meta-module': 1, gene: 1, 'gene set': 1, sample: 1 };
const GENE = { kind: 'gene', name: 'GFAP' } as const;

/** A module and a sample of a study. */
async function itemsOf(study: string): Promise<CollectedItem[]> {
  const { rows } = await sql<{ module: number; collection: number; label: string }>`
    select m.number as module, c.number as collection, s.label
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
      join data_collection c on c.number = a.data_collection_number and c.is_current
      join sample s on s.owner_type = 'dc' and s.owner_id = c.id
     where a.input_data_set like ${`${study}%`} order by m.number, s.sample_index limit 1`.execute(
    portal.services.db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no module of ${study}.`);
  return [
    { kind: 'module', record_number: row.module },
    { kind: 'sample', record_number: row.collection, name: row.label },
  ];
}

async function aGeneSet(): Promise<CollectedItem> {
  const { rows } = await sql<{ number: number }>`
    select number from gene_set where deleted_at is null order by number limit 1`.execute(portal.services.db);
  return { kind: 'gene set', record_number: rows[0]?.number ?? 0 };
}

/** A meta-module of these audiences over the module among the items. */
async function aSignal(
  audiences: readonly Audience[],
  [module]: readonly CollectedItem[],
): Promise<CollectedItem> {
  if (module?.kind !== 'module') throw new Error('The first item is no module.');
  const made = { audiences, module: module.record_number };
  return { kind: 'meta-module', record_number: await aMetaModule(portal.services.db, made) };
}

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  shown = [...(await itemsOf('Phillips')), await aGeneSet(), GENE];
  hidden = await itemsOf('Hidden');
  shown.push(await aSignal(['public', 'laboratory'], shown));
  hidden.push(await aSignal(['laboratory'], hidden));
}, 60_000);
afterAll(() => portal.close());

async function aBasket(name: string, items: CollectedItem[] = [], as = member) {
  const created = await portal.call(createBasket, { as, body: { name, items } });
  expect(created.status).toBe(201);
  return created.reply;
}

const itemsIn = async (id: number, as = member, query = {}) =>
  (await portal.call(listBasketItems, { as, params: { id }, query })).reply;

test('items of every kind are listed by kind with their names and where they are from', async () => {
  const basket = await aBasket('Every kind', shown);
  expect(basket.number_of_items).toEqual(ONE_OF_EACH);
  const { results, total, not_readable } = await itemsIn(basket.id);
  expect([total, not_readable]).toEqual([5, 0]);
  expect(results.map(({ kind }) => kind)).toEqual(['gene', 'gene set', 'meta-module', 'module', 'sample']);
  const [gene, set, signal, module, sample] = results;
  expect(gene).toMatchObject({ name: 'GFAP', record_number: null, omicon_id: null, source: null });
  expect(set?.omicon_id).toMatch(/^OM\.GS\.\d+$/);
  expect(signal).toMatchObject({
    name: 'microglia',
    omicon_id: `OM.MM.${signal?.record_number}`,
    source: '2 of 2 cohorts',
  });
  expect(module?.omicon_id).toMatch(/^OM\.CM\.\d+$/);
  expect(module?.source).toMatch(/ of Phillips/);
  expect(sample).toMatchObject({ omicon_id: null, source: expect.stringContaining('Phillips') });
  expect((await itemsIn(basket.id, member, { kind: 'gene' })).total).toBe(1);
  expect((await itemsIn(basket.id, member, { search: 'phillips' })).total).toBe(2);
  expect((await itemsIn(basket.id, member, { search: '%' })).total).toBe(0);
});

test('what is added twice is in the basket once, also when one call repeats it', async () => {
  const { id } = await aBasket('Twice');
  const body = { items: [...shown, GENE] };
  const once = await portal.call(addBasketItems, { as: member, params: { id }, body });
  expect(once.reply).toMatchObject({ added: 5, already: 1 });
  const again = await portal.call(addBasketItems, { as: member, params: { id }, body });
  expect(again.reply).toEqual({ added: 0, already: 6, ids: [] });
  expect((await itemsIn(id)).total).toBe(5);
});

test('removed items can be added again, and the ids of an addition remove just what it added', async () => {
  const { id } = await aBasket('Removed', [GENE]);
  const added = await portal.call(addBasketItems, { as: member, params: { id }, body: { items: shown } });
  const body = { ids: added.reply.ids };
  const removed = await portal.call(removeBasketItems, { as: member, params: { id }, body });
  expect(removed.reply).toEqual({ removed: 4 });
  expect((await itemsIn(id)).results.map(({ name }) => name)).toEqual(['GFAP']);
  const again = await portal.call(removeBasketItems, { as: member, params: { id }, body });
  expect(again.reply).toEqual({ removed: 0 });
  await portal.call(addBasketItems, { as: member, params: { id }, body: { items: shown } });
  expect((await itemsIn(id)).total).toBe(5);
});

test('a record that the caller may not read is refused as unknown, and nothing is added', async () => {
  const person = await portal.signInAs('RU');
  const { id } = await aBasket('Of a registered user', [], person);
  const unknown = { kind: 'module', record_number: 2_000_000_000 } as const;
  const [, sample] = shown;
  const noLabel = { ...sample, kind: 'sample', name: 'No such label' } as CollectedItem;
  for (const item of [...hidden, unknown, noLabel]) {
    const body = { items: [GENE, item] };
    const { status } = await portal.call(addBasketItems, { as: person, params: { id }, body });
    expect([item.kind, status]).toEqual([item.kind, 404]);
  }
  expect((await itemsIn(id, person)).total).toBe(0);
  const body = { name: 'Never made', items: hidden };
  expect((await portal.call(createBasket, { as: person, body })).status).toBe(404);
  expect((await portal.call(listBaskets, { as: person })).reply.total).toBe(1);
});

test('the basket of another person does not exist', async () => {
  const { id } = await aBasket('Mine', [GENE]);
  const [{ id: item } = { id: 0 }] = (await itemsIn(id)).results;
  const as = await portal.signInAs('admin');
  const params = { id };
  const calls = [
    portal.call(listBasketItems, { as, params }),
    portal.call(addBasketItems, { as, params, body: { items: [GENE] } }),
    portal.call(removeBasketItems, { as, params, body: { ids: [item] } }),
    portal.call(renameBasket, { as, params, body: { name: 'Yours' } }),
    portal.call(deleteBasket, { as, params }),
    portal.call(replaceBasketLink, { as, params }),
    portal.call(restoreBasket, { as, params }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
  // Their own basket does not open the items of another one either.
  const own = await aBasket('Own', [], as);
  const foreign = await portal.call(removeBasketItems, { as, params: { id: own.id }, body: { ids: [item] } });
  expect(foreign.reply).toEqual({ removed: 0 });
  expect((await itemsIn(id)).total).toBe(1);
});

test('a shared basket shows only readable items, in counts and searches too', async () => {
  const { id, share_token: token } = await aBasket('Shared', [...shown, ...hidden]);
  expect((await itemsIn(id)).total).toBe(8);
  const shared = await portal.call(getSharedBasket, { as: guest, params: { token } });
  expect(shared.reply).toMatchObject({ name: 'Shared', number_of_items: ONE_OF_EACH });
  const opened = await portal.call(listSharedBasketItems, { as: guest, params: { token } });
  expect(opened.reply).toMatchObject({ total: 5, not_readable: 3 });
  expect(JSON.stringify(opened.reply)).not.toContain('Hidden');
  const query = { search: 'Hidden' };
  const searched = await portal.call(listSharedBasketItems, { as: guest, params: { token }, query });
  expect(searched.reply).toMatchObject({ total: 0, not_readable: 3 });
  const lab = await portal.call(listSharedBasketItems, { as: member, params: { token }, query });
  expect(lab.reply).toMatchObject({ total: 2, not_readable: 0 });
  const wrong = { params: { token: `${token}x` } };
  expect((await portal.call(getSharedBasket, { as: guest, ...wrong })).status).toBe(404);
  expect((await portal.call(listSharedBasketItems, { as: guest, ...wrong })).status).toBe(404);
});

test('a replaced link opens nothing any more, the new one opens the basket', async () => {
  const { id, share_token: old } = await aBasket('Taken back', [GENE]);
  const { share_token: token } = (await portal.call(replaceBasketLink, { as: member, params: { id } })).reply;
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(token).not.toBe(old);
  const other = await portal.signInAs('RU');
  const statusOf = async (each: string) => {
    const params = { token: each };
    const calls = [
      portal.call(getSharedBasket, { as: guest, params }),
      portal.call(listSharedBasketItems, { as: guest, params }),
      portal.call(createBasket, { as: other, body: { name: `Copy of ${each}`, copy_of: each } }),
    ];
    return (await Promise.all(calls)).map(({ status }) => status);
  };
  expect(await statusOf(old)).toEqual([404, 404, 404]);
  expect(await statusOf(token)).toEqual([200, 200, 201]);
  expect((await portal.call(listBaskets, { as: member })).reply.results).toContainEqual(
    expect.objectContaining({ id, share_token: token }),
  );
});

test('a copy of a shared basket has what its new owner may read', async () => {
  const { share_token: copy_of } = await aBasket('To copy', [...shown, ...hidden]);
  const person = await portal.signInAs('RU');
  const copy = await portal.call(createBasket, { as: person, body: { name: 'Copy', copy_of } });
  expect(copy.reply.number_of_items).toEqual(ONE_OF_EACH);
  expect(copy.reply.share_token).not.toBe(copy_of);
  const wrong = { as: person, body: { name: 'Nothing', copy_of: 'none' } };
  expect((await portal.call(createBasket, wrong)).status).toBe(404);
});

test('a deleted basket is neither listed nor shared until it is restored, and its name is free', async () => {
  const person = await portal.signInAs('RU');
  const { id, share_token: token } = await aBasket('Glia', [GENE], person);
  const params = { id };
  expect((await portal.call(createBasket, { as: person, body: { name: 'Glia' } })).status).toBe(409);
  await portal.call(deleteBasket, { as: person, params });
  expect((await portal.call(listBaskets, { as: person })).reply.total).toBe(0);
  expect((await portal.call(getSharedBasket, { as: guest, params: { token } })).status).toBe(404);
  expect((await portal.call(listBasketItems, { as: person, params })).status).toBe(404);
  const { id: other } = await aBasket('Glia', [], person);
  expect((await portal.call(restoreBasket, { as: person, params })).status).toBe(409);
  const renamed = { as: person, params: { id: other }, body: { name: 'Microglia' } };
  expect((await portal.call(renameBasket, renamed)).status).toBe(200);
  expect((await portal.call(restoreBasket, { as: person, params })).status).toBe(200);
  const { reply } = await portal.call(listBaskets, { as: person });
  expect(reply.results.map(({ name }) => name)).toEqual(['Glia', 'Microglia']);
  expect((await itemsIn(id, person)).results.map(({ name }) => name)).toEqual(['GFAP']);
});

test('a record that was deleted loses its name in baskets but can be removed', async () => {
  const { id } = await aBasket('Of deleted records', shown);
  const set = shown.find(({ kind }) => kind === 'gene set');
  const number = set !== undefined && 'record_number' in set ? set.record_number : 0;
  const { db } = portal.services;
  await sql`update gene_set set deleted_at = now() where number = ${number}`.execute(db);
  const { results, not_readable } = await itemsIn(id);
  await sql`update gene_set set deleted_at = null where number = ${number}`.execute(db);
  const gone = results.filter(({ is_readable }) => !is_readable);
  expect(not_readable).toBe(1);
  expect(gone).toMatchObject([
    { kind: 'gene set', name: '', record_number: null, omicon_id: null, source: null },
  ]);
  const body = { ids: gone.map((item) => item.id) };
  const removed = await portal.call(removeBasketItems, { as: member, params: { id }, body });
  expect(removed.reply).toEqual({ removed: 1 });
});

test('a meta-module that has ended loses its name in baskets, and has it again when it is back', async () => {
  const [module] = hidden;
  const signal = await aSignal(['laboratory'], hidden);
  if (module?.kind !== 'module' || signal.kind !== 'meta-module') throw new Error('Other items were made.');
  const { id, share_token: token } = await aBasket('Signals', [signal]);
  const stored = async () => {
    const { db } = portal.services;
    const { rows } =
      await sql`select kind, record_number, name from basket_item where basket_id = ${id}`.execute(db);
    return rows;
  };
  const before = { rows: await stored(), items: await itemsIn(id) };
  expect(before.rows).toEqual([{ ...signal, name: '' }]);
  expect(before.items).toMatchObject({ total: 1, not_readable: 0 });
  // The guest learns that there is something, but not what.
  const opened = await portal.call(listSharedBasketItems, { as: guest, params: { token } });
  expect(opened.reply).toMatchObject({ results: [], total: 0, not_readable: 1 });
  await sql`delete from meta_module where number = ${signal.record_number}`.execute(portal.services.db);
  const gone = await itemsIn(id);
  expect(gone).toMatchObject({
    results: [{ kind: 'meta-module', name: '', record_number: null, omicon_id: null, source: null }],
    not_readable: 1,
  });
  expect(await stored()).toEqual(before.rows);
  const made = {
    audiences: ['laboratory'],
    module: module.record_number,
    number: signal.record_number,
  } as const;
  await aMetaModule(portal.services.db, made);
  expect(await itemsIn(id)).toEqual(before.items);
});

test('a person has at most a hundred baskets, a basket at most 5,000 items', async () => {
  const person = await portal.signInAs('RU');
  const { id } = await aBasket('Full', [], person);
  const { db } = portal.services;
  await sql`
    insert into basket_item (basket_id, kind, name)
    select ${id}, 'gene', 'GENE' || n from generate_series(1, ${MAX_BASKET_ITEMS}) n`.execute(db);
  const params = { id };
  const fits = { as: person, params, body: { items: [{ kind: 'gene', name: 'GENE1' } as const] } };
  expect((await portal.call(addBasketItems, fits)).reply).toMatchObject({ added: 0, already: 1 });
  const full = await portal.call(addBasketItems, { as: person, params, body: { items: [GENE] } });
  expect(full.status).toBe(409);
  expect((await itemsIn(id, person)).total).toBe(MAX_BASKET_ITEMS);
  await sql`
    insert into basket (person_id, name, share_token)
    select ${person.person_id}, 'Basket ' || n, 'token ' || n from generate_series(2, ${MAX_BASKETS}) n`.execute(
    db,
  );
  expect((await portal.call(createBasket, { as: person, body: { name: 'Another' } })).status).toBe(409);
});

test('a basket to which nothing is added, and from which nothing is taken, keeps its time', async () => {
  const { id } = await aBasket('Unchanged', [GENE]);
  await sql`update basket set updated_at = '2026-01-02' where id = ${id}`.execute(portal.services.db);
  const timeOf = async () =>
    (await portal.call(listBaskets, { as: member })).reply.results.find((each) => each.id === id)?.updated_at;
  const before = await timeOf();
  const again = await portal.call(addBasketItems, { as: member, params: { id }, body: { items: [GENE] } });
  expect(again.reply).toMatchObject({ added: 0, already: 1 });
  await portal.call(removeBasketItems, { as: member, params: { id }, body: { ids: [2_000_000_000] } });
  expect(await timeOf()).toBe(before);
  await portal.call(addBasketItems, { as: member, params: { id }, body: { items: shown } });
  expect(await timeOf()).not.toBe(before);
});
