/** Calls of what people save under a name, share by a link, and delete with undo: the same for every kind. */
import { z } from 'zod';
import { detailReply, type EndpointSpec, endpoint, idParams, pageNumber, text } from './endpoint.ts';

const PERMISSION = 'SEARCH_QUERY_CREATE';

export const savedName = text(100).trim().min(1, 'Enter name');

/** A page of a person's own items, which lists as many as a person usually has. */
export const savedItemPage = z.object({
  page: pageNumber,
  page_size: z.coerce.number().int().min(1).max(100).default(100),
});

export const tokenParams = z.object({ token: text(64) });

const own = { permission: PERMISSION, object: 'none', params: idParams } as const;

interface SavedItemSpec<Reply extends z.ZodType> {
  /** path of the list: `/api/baskets/` */
  path: string;
  /** such as `basket` and `baskets` */
  one: string;
  several: string;
  /** reply of renaming */
  renamed: Reply;
}

/** Rename, delete, restore, and replace the link of a person's own item. */
export function savedItemCalls<Reply extends z.ZodType>({
  path,
  one,
  several,
  renamed,
}: SavedItemSpec<Reply>) {
  return {
    rename: endpoint({
      ...own,
      method: 'PUT',
      path: `${path}:id/`,
      summary: `Rename one of your ${several}.`,
      body: z.strictObject({ name: savedName }),
      reply: renamed,
    }),
    remove: endpoint({
      ...own,
      method: 'DELETE',
      path: `${path}:id/`,
      summary: `Delete one of your ${several}; it can be restored.`,
      reply: detailReply,
    }),
    restore: endpoint({
      ...own,
      method: 'POST',
      path: `${path}:id/restore/`,
      summary: `Restore a deleted ${one}.`,
      reply: detailReply,
    }),
    replaceLink: endpoint({
      ...own,
      method: 'POST',
      path: `${path}:id/link/`,
      summary: `Replace the link of your ${one}; the old one stops working.`,
      reply: z.object({ share_token: z.string() }),
    }),
  } satisfies Record<string, EndpointSpec>;
}

export type SavedItemCalls = ReturnType<typeof savedItemCalls<z.ZodType>>;
