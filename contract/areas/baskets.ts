/** Baskets: modules, meta-modules, genes, gene sets and samples that people collect, name and share. */
import { z } from 'zod';
import {
  bareRecordNumber,
  detailReply,
  endpoint,
  idParams,
  listQuery,
  page,
  text,
} from '../base/endpoint.ts';
import { savedItemCalls, savedItemPage, savedName, tokenParams } from '../base/saved-item.ts';
import { SEARCH_ACCESS } from './advanced-search/search-access.ts';

/** Baskets of one person. */
export const MAX_BASKETS = 100;
/** Items of one basket. */
export const MAX_BASKET_ITEMS = 5000;
/** Items added or removed by one call. */
export const MAX_ITEMS_AT_ONCE = 1000;

export const BASKET_KINDS = ['module', 'meta-module', 'gene', 'gene set', 'sample'] as const;
const basketKind = z.enum(BASKET_KINDS);
export type BasketKind = z.output<typeof basketKind>;

const itemName = text(200).trim().min(1, 'Enter name');

/** What is put into a basket: a record by its number, a gene by its symbol, a sample by its collection and label. */
const collectedItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('module'), record_number: bareRecordNumber }),
  z.strictObject({ kind: z.literal('meta-module'), record_number: bareRecordNumber }),
  z.strictObject({ kind: z.literal('gene set'), record_number: bareRecordNumber }),
  z.strictObject({ kind: z.literal('gene'), name: itemName }),
  z.strictObject({ kind: z.literal('sample'), record_number: bareRecordNumber, name: itemName }),
]);
export type CollectedItem = z.output<typeof collectedItem>;

const AT_ONCE = `At most ${MAX_ITEMS_AT_ONCE} items are added or removed at once.`;
const collectedItems = z.array(collectedItem).max(MAX_ITEMS_AT_ONCE, AT_ONCE);

const numberOfItems = z.object({
  module: z.int(),
  'meta-module': z.int(),
  gene: z.int(),
  'gene set': z.int(),
  sample: z.int(),
});

const basket = z.object({
  id: z.int(),
  name: z.string(),
  /** opens the basket for everybody; items that they cannot read are counted only */
  share_token: z.string(),
  number_of_items: numberOfItems,
  updated_at: z.string(),
});
export type Basket = z.output<typeof basket>;

const basketItem = z.object({
  id: z.int(),
  kind: basketKind,
  /** of a sample the number of its data collection; null for genes and for items that the caller may not read */
  record_number: z.int().nullable(),
  /** name of the record, symbol or label; empty for items that the caller may not read */
  name: z.string(),
  omicon_id: z.string().nullable(),
  /**
   * network and data set of a module, support of a meta-module (`8 of 10 cohorts`), source of a gene set, collection of a
   * sample
   */
  source: z.string().nullable(),
  is_readable: z.boolean(),
});
export type BasketItem = z.output<typeof basketItem>;

const itemsQuery = listQuery(['kind', 'name', 'source']).extend({
  page_size: z.coerce.number().int().min(1).max(MAX_BASKET_ITEMS).default(20),
  kind: basketKind.optional(),
});
const itemsReply = page(basketItem).extend({
  /** items of any kind whose records the caller may not read, or that were deleted */
  not_readable: z.int(),
});

export const listBaskets = endpoint({
  method: 'GET',
  path: '/api/baskets/',
  summary: 'Your baskets, by name.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  query: savedItemPage,
  reply: page(basket),
});

export const createBasket = endpoint({
  method: 'POST',
  path: '/api/baskets/',
  summary: 'Create a basket, empty, with items, or with those of a shared basket that you can read.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'any record',
  body: z.strictObject({
    name: savedName,
    items: collectedItems.default([]),
    /** token of the shared basket whose items are copied */
    copy_of: text(64).optional(),
  }),
  reply: basket,
  status: 201,
});

export const basketCalls = savedItemCalls({
  path: '/api/baskets/',
  one: 'basket',
  several: 'baskets',
  renamed: detailReply,
});
export const {
  rename: renameBasket,
  remove: deleteBasket,
  restore: restoreBasket,
  replaceLink: replaceBasketLink,
} = basketCalls;

export const listBasketItems = endpoint({
  method: 'GET',
  path: '/api/baskets/:id/items/',
  summary: 'Items of one of your baskets, by page.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: idParams,
  query: itemsQuery,
  reply: itemsReply,
});

/** Idempotent: items that are in the basket already are counted. */
export const addBasketItems = endpoint({
  method: 'POST',
  path: '/api/baskets/:id/items/',
  summary: 'Add items to one of your baskets; you must be able to read their records.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: idParams,
  body: z.strictObject({ items: collectedItems.min(1, 'Please choose items.') }),
  reply: z.object({
    added: z.int(),
    already: z.int(),
    /** of the new items, to remove them again */
    ids: z.array(z.int()),
  }),
});

/** Idempotent: items that are not in the basket are not counted. */
export const removeBasketItems = endpoint({
  method: 'POST',
  path: '/api/baskets/:id/items/remove/',
  summary: 'Remove items from one of your baskets, by their ids.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: idParams,
  body: z.strictObject({
    ids: z.array(bareRecordNumber).min(1, 'Please choose items.').max(MAX_ITEMS_AT_ONCE, AT_ONCE),
  }),
  reply: z.object({ removed: z.int() }),
});

export const getSharedBasket = endpoint({
  method: 'GET',
  path: '/api/baskets/shared/:token/',
  summary: 'A basket by the token of its link, with the items that you can read.',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: tokenParams,
  reply: basket.omit({ id: true }),
});

export const listSharedBasketItems = endpoint({
  method: 'GET',
  path: '/api/baskets/shared/:token/items/',
  summary: 'Items of a shared basket that you can read.',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: tokenParams,
  query: itemsQuery,
  reply: itemsReply,
});
