/** The demo laboratory for the pictures, with activity of people and fixed dates. */
import { PIPELINE_NEWS } from '@omicon/contract/areas/notifications.ts';
import { USUAL_MIN_SIZES, USUAL_THRESHOLDS } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { openDatabase, sql } from '@omicon/server/base/postgres/database.ts';
import { embeddedUrl } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { type DemoRecords, findRecords } from '../browser/addresses.ts';
import { type Caller, type Portal, signInByToken, until, untilDemo } from '../harness/portal.ts';
import { MODULE_QUERY } from './gallery.ts';
import type { PictureRecords } from './shots.ts';

/** The browser's date and time in the pictures. */
export const NOW = '2026-09-17T09:00:00Z';
/** Date of all records and time of the first comment; the others follow in steps of a minute. */
const STORED = '2026-09-14T10:00:00Z';
const TALKED = '2026-09-16T13:00:00Z';

/** The analysis with the most informative samples, lineage and modules. */
const ANALYSIS = 'Demo 2024 glioma RNA-seq Primary';

/** Generous, for a busy machine. */
const PATIENCE_MS = 240_000;

/** Tables whose dates stay unchanged: internal ones, and those that the server would sweep because of their age. */
const LEFT_ALONE = [
  ...['audit_event', 'download', 'login_key', 'one_time_code', 'session', 'sign_on_attempt'],
  ...['download_request', 'search_result'],
];

async function mustSend(caller: Caller, ...call: Parameters<Caller['send']>): Promise<void> {
  const answer = await caller.send(...call);
  if (!answer.ok) throw new Error(`${call[1]}: ${await answer.text()}`);
}

interface News {
  notifications: { kind: string; type?: string; comment_page_url?: string }[];
}

async function listNews(member: Caller): Promise<News['notifications']> {
  return ((await (await member.get('/api/notifications/unread/')).json()) as News).notifications;
}

/** Waits for one kind or type of notification, so that their order is fixed. */
async function waitForNews(member: Caller, of: string): Promise<void> {
  await until(`news of ${of}`, async () =>
    (await listNews(member)).some(({ kind, type }) => kind === of || type === of) ? true : null,
  );
}

/** Typical data of a member: starred records, a saved query, a token, a finished search and a finished download. */
async function workAsMember(member: Caller, records: DemoRecords): Promise<void> {
  const { dc, ds, analysis, networkId, moduleId, geneSetId } = records;
  const starred = {
    dc,
    ds,
    project: analysis,
    'covariation-network': networkId,
    'covariation-module': moduleId,
    'gene-set': geneSetId,
  };
  for (const [type, id] of Object.entries(starred))
    await mustSend(member, 'PUT', `/api/starred/${type}/${id}/`);
  await mustSend(member, 'POST', '/api/search-queries/', {
    description: 'Microglia modules of networks with samples of women',
    query: MODULE_QUERY,
  });
  await mustSend(member, 'POST', '/api/advanced-search/', {
    ...MODULE_QUERY,
    background: true,
    description: 'Microglia modules',
  });
  await waitForNews(member, MODULE_QUERY.result_type);
  await mustSend(member, 'POST', '/api/tokens/', { name: 'nightly report', days: 365 });
  await mustSend(member, 'POST', '/api/downloads/', {
    type: 'zip',
    folders: [{ entity_type: 'dc', entity_id: dc }],
  });
  await waitForNews(member, 'download');
}

async function reportAsReader({ address }: Portal, reader: Caller): Promise<void> {
  const person = { first_name: 'Rosa', last_name: 'Unger' };
  await mustSend(reader, 'POST', '/api/create-feedback-comment/', {
    ...person,
    email: 'rosa.unger@clinic.example',
    comment: 'A legend beside the treemap would help to read it from the last row of a seminar.',
  });
  const form = new FormData();
  const metadata = {
    ...person,
    reporter_email: 'rosa.unger@clinic.example',
    bug_description: 'The table of samples forgets its filter when I turn the page.',
    steps_to_produce_bug: '1. Open Samples. 2. Filter for grade 4. 3. Turn the page.',
  };
  form.set('metadata', JSON.stringify(metadata));
  const answer = await fetch(`${address}/api/create-bug-report/`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Token ${reader.token}` },
  });
  if (!answer.ok) throw new Error(`No report: ${await answer.text()}`);
}

/** Waits for the complete kME tables of all networks, which are files with dates. */
async function waitForKme(db: ReturnType<typeof openDatabase>['db']): Promise<void> {
  await until(
    'the kME tables',
    async () => {
      const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from covariation_network where kme_table_file_id is null`.execute(db);
      return rows[0]?.n === 0 ? true : null;
    },
    PATIENCE_MS,
  );
}

/** Sets all dates that a screen may show to the same day. */
async function fixDays(portal: Portal): Promise<void> {
  const { db, close } = openDatabase(embeddedUrl(portal.dataDir), { connections: 1 });
  try {
    await waitForKme(db);
    await db.transaction().execute(async (tx) => {
      // Disable triggers, which would create events and notifications.
      await sql`set local session_replication_role = replica`.execute(tx);
      const { rows } = await sql<{ table_name: string; column_name: string }>`
        select c.table_name, c.column_name
          from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
           and c.column_name in ('created_at', 'updated_at', 'started_at', 'ended_at', 'last_login_at', 'tos_accepted_at')
           and c.table_name <> all(${LEFT_ALONE})`.execute(tx);
      for (const { table_name, column_name } of rows) {
        await sql`
          update ${sql.table(table_name)} set ${sql.ref(column_name)} = ${STORED}::timestamptz
           where ${sql.ref(column_name)} is not null`.execute(tx);
      }
      await sql`update api_token set expires_at = ${STORED}::timestamptz + interval '365 days'`.execute(tx);
      await sql`
        update comment set created_at = ${TALKED}::timestamptz + id * interval '1 minute',
                           updated_at = ${TALKED}::timestamptz + id * interval '1 minute'`.execute(tx);
      await sql`update notification set created_at = ${TALKED}::timestamptz + id * interval '5 minutes'`.execute(
        tx,
      );
    });
  } finally {
    await close();
  }
}

/** A search for modules that waits for its grid to be chosen from. @returns its id */
async function searchModules(member: Caller, dataSet: number): Promise<number> {
  const answer = await member.send('POST', `/api/data-sets/${dataSet}/module-searches/`, {
    thresholds: USUAL_THRESHOLDS,
    min_sizes: USUAL_MIN_SIZES,
  });
  const { id } = (await answer.json()) as { id: number };
  await waitForNews(member, PIPELINE_NEWS);
  return id;
}

async function isAtlasComplete(caller: Caller): Promise<true | null> {
  const { status } = (await (await caller.get('/api/atlas/')).json()) as {
    status: { is_outdated: boolean; waiting_networks: number; meta_modules: number };
  };
  return (!status.is_outdated && status.waiting_networks === 0 && status.meta_modules > 0) || null;
}

/** Waits for the demo laboratory, simulates activity, and returns the records that the pictures show. */
export async function prepareLaboratory(portal: Portal): Promise<PictureRecords> {
  const admin = await signInByToken(portal.address, 'demo_admin');
  await untilDemo(admin, PATIENCE_MS);
  const member = await signInByToken(portal.address, 'demo_lab');
  await until('the atlas of all networks of the demo laboratory', () => isAtlasComplete(admin), PATIENCE_MS);
  const { moduleId, ...found } = await findRecords(admin, ANALYSIS);
  const records = { ...found, moduleId: (await readModuleTalkedAbout(member)) ?? moduleId };
  await workAsMember(member, records);
  const pipelineRun = await searchModules(member, records.ds);
  await reportAsReader(portal, await signInByToken(portal.address, 'demo_ru'));
  await fixDays(portal);
  return { ...records, pipelineRun };
}

/** The module with comments in the demo laboratory, from a member's notifications. */
async function readModuleTalkedAbout(member: Caller): Promise<number | null> {
  for (const { comment_page_url = '' } of await listNews(member)) {
    const [, number] = /\/home\/modules\/OM\.CM\.(\d+)/.exec(comment_page_url) ?? [];
    if (number !== undefined) return Number(number);
  }
  return null;
}
