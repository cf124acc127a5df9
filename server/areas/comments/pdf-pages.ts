/** Comments on the pages of a module PDF: each page is the thread of its module. */

import type { Comment, listPdfComments } from '@omicon/contract/areas/comments.ts';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { notFound } from '../../base/errors.ts';
import type { Context } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import { countComments, type NamedTopic, networkOfPdf } from '../../records/comment/comment-rows.ts';
import { parseFileKey } from '../../records/file/file-rows.ts';
import { listTopCommentsOfModules } from './sql.ts';
import { findFile, findNetworkPages, listThreadTopics, type NetworkPages } from './topics/sql-topics.ts';
import { toComment } from './topics/topics.ts';

/** Number of newest top comments sent per page. */
const OF_EACH = 10;

type Call = Pick<Context<typeof listPdfComments>, 'principal'> & { db: Db };

/** @throws PortalError 404 if the key is not that of this network's module PDF */
async function refuseForeignPdf({ db, principal }: Call, network: NetworkPages, key: string): Promise<void> {
  const id = parseFileKey(key);
  const file = id === null ? undefined : await findFile(db, principal, id);
  const isPdf = file && file.entity_number === network.entity_number && networkOfPdf(file) === network.name;
  if (!isPdf) throw notFound('file');
}

async function listComments({ db, principal }: Call, pages: NetworkPages['modules']) {
  const pageOf = new Map(pages.map(({ number, page }) => [number, page]));
  const modules = [...pageOf.keys()];
  const rows = await listTopCommentsOfModules(db, principal, { modules, limit: OF_EACH });
  const topics: ReadonlyMap<number, NamedTopic> = await listThreadTopics(db, principal, [
    ...new Set(rows.map(({ comment_thread_id }) => comment_thread_id)),
  ]);
  const comments: Record<string, Comment[]> = {};
  for (const row of rows) {
    const topic = topics.get(row.comment_thread_id);
    const page = String(pageOf.get(row.covariation_module_number));
    if (!topic) continue;
    comments[page] ??= [];
    comments[page].push(toComment(row, topic, principal));
  }
  return comments;
}

export async function listByPage({ db, principal, body }: Context<typeof listPdfComments>) {
  const network = await findNetworkPages(db, principal, body.covariation_network);
  if (!network) throw notFound('covariation network');
  if (body.key !== undefined) await refuseForeignPdf({ db, principal }, network, body.key);
  const pages = network.modules.filter(({ name }) => body.module === undefined || name === body.module);
  if (body.module !== undefined && pages.length === 0) throw notFound('module');
  const record = { entity_type: 'project' as const, entity_number: network.entity_number, path: '' };
  const [counts, comments] = await Promise.all([
    countComments(
      db,
      principal,
      pages.map(({ number }) => ({ ...record, covariation_module_number: number, network: null })),
    ),
    listComments({ db, principal }, pages),
  ]);
  return {
    covariation_network: network.name,
    pages: pages.map(({ number, name, page }, index) => ({
      page,
      module: name,
      covariation_module_id: number,
      total_comments: numberAt(counts, index),
    })),
    comments,
  };
}
