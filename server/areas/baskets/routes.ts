/** Baskets of modules, genes, gene sets and samples. Owns tables basket and basket_item. */

import {
  addBasketItems,
  type Basket,
  type BasketItem,
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
import type { QueryOf } from '@omicon/contract/base/endpoint.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import {
  hasOtherOfName,
  newShareToken,
  replaceShareToken,
  setDeleted,
} from '../../records/saved-item/saved-items.ts';
import * as statements from './sql.ts';
import * as items from './sql-items.ts';

function toBasket({ id, name, share_token, updated_at, ...number_of_items }: statements.BasketRow): Basket {
  return { id, name, share_token, number_of_items, updated_at: updated_at.toISOString() };
}

function toItem(row: items.ItemRow): BasketItem {
  const { kind, record_number } = row;
  const type = kind === 'module' ? 'CM' : kind === 'gene set' ? 'GS' : null;
  const omicon_id = type === null || record_number === null ? null : omiconIdOf(type, record_number);
  return { ...row, omicon_id };
}

function nameTaken(name: string): PortalError {
  const sentence = `You have a basket “${name}” already.`;
  return new PortalError('conflict', sentence, { fields: { name: sentence } });
}

async function getOwn(db: Db, principal: Principal, id: number, isDeleted: boolean) {
  const basket = await statements.lockBasket(db, { id, person_id: personIdOf(principal) });
  if (basket === undefined || basket.is_deleted !== isDeleted) throw notFound('basket');
  return basket;
}

/** @throws PortalError 409 if this person has another basket of this name */
async function refuseTakenName(
  db: Db,
  principal: Principal,
  { id, name }: { id: number; name: string },
): Promise<void> {
  if (await hasOtherOfName(db, 'basket', { id, person_id: personIdOf(principal), name }))
    throw nameTaken(name);
}

/** @throws PortalError 409 if the person has as many baskets as allowed */
async function refuseTooMany(db: Db, principal: Principal): Promise<void> {
  if ((await statements.countBaskets(db, personIdOf(principal))) >= MAX_BASKETS)
    throw new PortalError('conflict', `You have ${MAX_BASKETS} baskets already.`);
}

/**
 * Adds to a basket that the transaction has created or locked.
 * @returns ids of the new items
 * @throws PortalError 404 if the caller may not read one of the records, 409 if the basket is full
 */
async function add(db: Db, principal: Principal, basket_id: number, collected: readonly CollectedItem[]) {
  const unknown = await items.findUnreadable(db, principal, collected);
  if (unknown !== undefined) throw notFound(unknown);
  const ids = await items.addItems(db, basket_id, collected);
  if ((await items.countAll(db, basket_id)) > MAX_BASKET_ITEMS)
    throw new PortalError('conflict', `A basket holds at most ${MAX_BASKET_ITEMS} items.`);
  return ids;
}

async function getShared(db: Db, token: string) {
  const basket = await statements.findShared(db, token);
  if (basket === undefined) throw notFound('basket');
  return basket;
}

async function listPage(
  db: Db,
  principal: Principal,
  query: QueryOf<typeof listBasketItems> & { basket_id: number; isReadableOnly: boolean },
) {
  const filter = { ...query, kind: query.kind };
  const [rows, { total, not_readable }] = await Promise.all([
    items.listItems(db, principal, filter),
    items.countItems(db, principal, filter),
  ]);
  return { ...toPage(rows.map(toItem), total, query), not_readable };
}

export const basketRoutes: Route[] = [
  serve(listBaskets, async ({ db, principal, query }) => {
    const person_id = personIdOf(principal);
    const [rows, total] = await Promise.all([
      statements.listBaskets(db, person_id, query),
      statements.countBaskets(db, person_id),
    ]);
    return toPage(rows.map(toBasket), total, query);
  }),

  serveWrite(createBasket, async ({ db, principal, body }) => {
    await refuseTooMany(db, principal);
    const share_token = newShareToken();
    const { name, copy_of } = body;
    const id = await statements.createBasket(db, { person_id: personIdOf(principal), name, share_token });
    if (id === undefined) throw nameTaken(name);
    if (copy_of !== undefined) {
      const { id: from } = await getShared(db, copy_of);
      await items.copyItems(db, principal, { from, to: id });
    }
    await add(db, principal, id, body.items);
    return toBasket(await statements.getBasket(db, id));
  }),

  serveWrite(renameBasket, async ({ db, principal, params, body }) => {
    const { id } = await getOwn(db, principal, params.id, false);
    await refuseTakenName(db, principal, { id, name: body.name });
    await statements.renameBasket(db, id, body.name);
    return { detail: 'The basket is renamed.' };
  }),

  serveWrite(deleteBasket, async ({ db, principal, params }) => {
    const { id } = await getOwn(db, principal, params.id, false);
    await setDeleted(db, 'basket', { id, isDeleted: true });
    return { detail: 'The basket is deleted.' };
  }),

  serveWrite(restoreBasket, async ({ db, principal, params }) => {
    const basket = await getOwn(db, principal, params.id, true);
    await refuseTakenName(db, principal, basket);
    await refuseTooMany(db, principal);
    await setDeleted(db, 'basket', { id: basket.id, isDeleted: false });
    return { detail: 'The basket is restored.' };
  }),

  serveWrite(replaceBasketLink, async ({ db, principal, params }) => {
    const { id } = await getOwn(db, principal, params.id, false);
    return { share_token: await replaceShareToken(db, 'basket', id) };
  }),

  serve(listBasketItems, async ({ db, principal, params, query }) => {
    const { id } = params;
    if (!(await statements.hasBasket(db, { id, person_id: personIdOf(principal) }))) throw notFound('basket');
    return listPage(db, principal, { ...query, basket_id: id, isReadableOnly: false });
  }),

  serveWrite(addBasketItems, async ({ db, principal, params, body }) => {
    const { id } = await getOwn(db, principal, params.id, false);
    const ids = await add(db, principal, id, body.items);
    if (ids.length > 0) await statements.touchBasket(db, id);
    return { added: ids.length, already: body.items.length - ids.length, ids };
  }),

  serveWrite(removeBasketItems, async ({ db, principal, params, body }) => {
    const { id } = await getOwn(db, principal, params.id, false);
    const removed = await items.removeItems(db, id, body.ids);
    if (removed > 0) await statements.touchBasket(db, id);
    return { removed };
  }),

  serve(getSharedBasket, async ({ db, principal, params }) => {
    const { id, updated_at, ...basket } = await getShared(db, params.token);
    const counts = await items.countReadable(db, principal, id);
    const number_of_items = {
      module: counts.get('module') ?? 0,
      gene: counts.get('gene') ?? 0,
      'gene set': counts.get('gene set') ?? 0,
      sample: counts.get('sample') ?? 0,
    };
    return { ...basket, number_of_items, updated_at: updated_at.toISOString() };
  }),

  serve(listSharedBasketItems, async ({ db, principal, params, query }) => {
    const { id } = await getShared(db, params.token);
    return listPage(db, principal, { ...query, basket_id: id, isReadableOnly: true });
  }),
];
