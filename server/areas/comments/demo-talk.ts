/** Comments of the demo laboratory, written through the same code as real ones, with mentions and notifications. */

import { analysisFilesAddress, dataCollectionAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { DEMO_TALK, type DemoComment, type DemoTopic } from '@omicon/demo/laboratory/talk.ts';
import { formatOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import type { Principal, Role } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import type { Services } from '../../base/services.ts';
import { PERMISSIONS } from '../../base/sign-in/people-with-access.ts';
import { createCommentAt } from './changes.ts';
import { findComment } from './sql.ts';
import { ensureThread, type ThreadTopic } from './topics/sql-topics.ts';
import { getTopic } from './topics/topics.ts';

interface Account {
  principal: Principal;
  id: number;
}

/** The demo's accounts by user name, with what their roles may do. */
async function listAccounts(db: Db): Promise<Map<string, Account>> {
  const { rows } = await sql<{ id: number; username: string; role: Role; permissions: string[] }>`
    select p.id, p.username, p.role,
           ${PERMISSIONS} as permissions
      from person p where p.username like 'demo\\_%' and p.removed_at is null order by p.id`.execute(db);
  return new Map(
    rows.map(({ id, username, role, permissions }) => [
      username,
      { id, principal: { person_id: id, role, permissions: new Set(permissions) } },
    ]),
  );
}

interface TopicReference {
  id: number;
  file_folder_name: string;
  page_url: string;
}

/** The first collection, the statistics of the first network, and its first module. */
async function findTopics(db: Db): Promise<Record<DemoTopic, TopicReference> | undefined> {
  const { rows } = await sql<{
    collection: number;
    analysis: number;
    folder: string;
    name: string;
    module: number;
  }>`
    select a.data_collection_number as collection, a.number as analysis, f.folder, f.name, m.number as module
      from analysis a
      join covariation_network n on n.analysis_id = a.id
      join covariation_module m on m.covariation_network_id = n.id and m.page = 1
      join file f on f.entity_type = 'project' and f.owner_id = a.id and f.folder = n.name and f.name ilike 'module_statistics%'
     where a.is_current and a.deleted_at is null order by a.number, n.number, f.name limit 1`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { collection, analysis, module, folder, name } = found;
  return {
    collection: {
      id: collection,
      file_folder_name: '',
      page_url: dataCollectionAddress(collection, '', null),
    },
    file: {
      id: analysis,
      file_folder_name: `${folder}/${name}`,
      page_url: analysisFilesAddress(analysis, folder),
    },
    module: {
      id: module,
      file_folder_name: '',
      page_url: moduleAddress(formatOmiconId({ type: 'CM', number: module, version: null })),
    },
  };
}

interface Talk {
  tx: Tx;
  accounts: ReadonlyMap<string, Account>;
  topic: ThreadTopic;
  page_url: string;
}

/** `{demo_lab}` becomes a mention as the editor writes it. */
function withMentions(message: string, accounts: ReadonlyMap<string, Account>): string {
  return message.replaceAll(/\{(\w+)\}/g, (_, username: string) => {
    const id = accounts.get(username)?.id ?? 0;
    return `<span class="mention" data-type="mention" data-id="${id}" data-label="${username}">@${username}</span>`;
  });
}

async function write(talk: Talk, comment: DemoComment, parent_id: number | null): Promise<void> {
  const { tx, accounts, topic, page_url } = talk;
  const principal = accounts.get(comment.author)?.principal;
  if (!principal) return;
  const parent = parent_id === null ? undefined : await findComment(tx, principal, parent_id);
  const body = {
    message: withMentions(comment.message, accounts),
    visibility: comment.visibility ?? ('public' as const),
    mentioned_users: [],
    comment_page_url: page_url,
  };
  const { id } = await createCommentAt({ db: tx, principal }, { body, topic, parent: parent ?? null });
  for (const reply of comment.replies ?? []) await write(talk, reply, id);
}

/** Writes all demo comments in one transaction, unless there are comments already. */
export async function writeDemoTalk({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Of two concurrent calls one waits and finds what the other wrote.
    await lockInTransaction(tx, 'talk of the demo');
    const { rows } = await sql<{ is_silent: boolean }>`
      select not exists (select 1 from comment) as is_silent`.execute(tx);
    const accounts = await listAccounts(tx);
    const references = await findTopics(tx);
    const [reader] = accounts.values();
    if (rows[0]?.is_silent !== true || !references || !reader) return;
    for (const [name, reference] of Object.entries(references) as [DemoTopic, TopicReference][]) {
      const found = await getTopic(tx, reader.principal, reference);
      const topic = { ...found, id: await ensureThread(tx, found) };
      for (const comment of DEMO_TALK[name])
        await write({ tx, accounts, topic, page_url: reference.page_url }, comment, null);
    }
  });
}
