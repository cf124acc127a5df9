/** Baskets of modules, meta-modules, genes, gene sets and samples. Owns tables basket and basket_item. */

import {
  addBasketItems,
  type Basket,
  type BasketItem,
  type BasketKind,
  basketCalls,
  type CollectedItem,
  createBasket,
  getSharedBasket,
  listBasketItems,
  listBaskets,
  listSharedBasketItems,
  MAX_BASKET_ITEMS,
  removeBasketItems,
} from '@omicon/contract/areas/baskets.ts';
import type { QueryOf } from '@omicon/contract/base/endpoint.ts';
import type { OmiconType } from '@omicon/domain/identifiers/omicon-id.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { personIdOf } from '../../records/person/people.ts';
import { createSaved, getOwn, getShared, savedItemRoutes } from '../../records/saved-item/calls.ts';
import type { SavedRow } from '../../records/saved-item/kind.ts';
import { countSaved, getSaved, listSaved } from '../../records/saved-item/sql.ts';
import * as statements from './sql.ts';
import * as items from './sql-items.ts';

const { BASKETS } = statements;

function toBasket({ id, name, share_token, ...row }: SavedRow & statements.BasketColumns): Basket {
  const { module, 'meta-module': metaModule, gene, 'gene set': geneSet, sample, updated_at } = row;
  const number_of_items = { module, 'meta-module': metaModule, gene, 'gene set': geneSet, sample };
  return { id, name, share_token, number_of_items, updated_at: updated_at.toISOString() };
}

/** Of kinds whose Omicon ID is that of the item; a sample has that of no record of its own. */
const OMICON_TYPES: Partial<Record<BasketKind, OmiconType>> = {
  module: 'CM',
  'meta-module': 'MM',
  'gene set': 'GS',
};

function toItem(row: items.ItemRow): BasketItem {
  const { kind, record_number } = row;
  const type = OMICON_TYPES[kind];
  const omicon_id = type === undefined || record_number === null ? null : omiconIdOf(type, record_number);
  return { ...row, omicon_id };
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
    const owner = { person_id: personIdOf(principal) };
    const [rows, total] = await Promise.all([
      listSaved(db, BASKETS, owner, query),
      countSaved(db, BASKETS, owner),
    ]);
    return toPage(rows.map(toBasket), total, query);
  }),

  serveWrite(createBasket, async ({ db, principal, body }) => {
    const { name, copy_of } = body;
    const { id } = await createSaved(db, BASKETS, { person_id: personIdOf(principal) }, { name });
    if (copy_of !== undefined) {
      const { id: from } = await getShared(db, BASKETS, copy_of);
      await items.copyItems(db, principal, { from, to: id });
    }
    await add(db, principal, id, body.items);
    return toBasket(await getSaved(db, BASKETS, id));
  }),

  ...savedItemRoutes(BASKETS, basketCalls, { toReply: () => ({ detail: 'The basket is renamed.' }) }),

  serve(listBasketItems, async ({ db, principal, params, query }) => {
    const { id } = params;
    if (!(await statements.hasBasket(db, { id, person_id: personIdOf(principal) }))) throw notFound('basket');
    return listPage(db, principal, { ...query, basket_id: id, isReadableOnly: false });
  }),

  serveWrite(addBasketItems, async ({ db, principal, params, body }) => {
    const { id } = await getOwn(db, principal, BASKETS, params);
    const ids = await add(db, principal, id, body.items);
    if (ids.length > 0) await statements.touchBasket(db, id);
    return { added: ids.length, already: body.items.length - ids.length, ids };
  }),

  serveWrite(removeBasketItems, async ({ db, principal, params, body }) => {
    const { id } = await getOwn(db, principal, BASKETS, params);
    const removed = await items.removeItems(db, id, body.ids);
    if (removed > 0) await statements.touchBasket(db, id);
    return { removed };
  }),

  serve(getSharedBasket, async ({ db, principal, params }) => {
    const { id, name, share_token, updated_at } = await getShared(db, BASKETS, params.token);
    const counts = await items.countReadable(db, principal, id);
    const number_of_items = {
      module: counts.get('module') ?? 0,
      'meta-module': counts.get('meta-module') ?? 0,
      gene: counts.get('gene') ?? 0,
      'gene set': counts.get('gene set') ?? 0,
      sample: counts.get('sample') ?? 0,
    };
    return { name, share_token, number_of_items, updated_at: updated_at.toISOString() };
  }),

  serve(listSharedBasketItems, async ({ db, principal, params, query }) => {
    const { id } = await getShared(db, BASKETS, params.token);
    return listPage(db, principal, { ...query, basket_id: id, isReadableOnly: true });
  }),
];
