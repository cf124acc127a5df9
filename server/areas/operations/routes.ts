/** What operators look at. Mail comes from the outbox of base/. */
import { listOutbox } from '@omicon/contract/operations.ts';
import * as outbox from '../../base/outbox.ts';
import { type Route, serve } from '../../base/serve.ts';
import { toPage } from '../../database/replies.ts';

export const operationRoutes: Route[] = [
  serve(listOutbox, async ({ db, query }) => {
    const { rows, total } = await outbox.listOutbox(db, query);
    const results = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      delivered_at: row.delivered_at?.toISOString() ?? null,
    }));
    return toPage(results, total, query);
  }),
];
