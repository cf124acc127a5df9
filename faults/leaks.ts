/**
 * What is told to people who read no records of the laboratory, before and after such records come through the intake:
 * every reading call of the contract, with the words of both, and pages with their first replies are the same to the
 * byte.
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ENDPOINTS } from '@omicon/contract/api.ts';
import { createComment } from '@omicon/contract/areas/comments.ts';
import type { EndpointSpec, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { runCommand } from '../journeys/harness/commands.ts';
import { type Member, makeMember } from '../journeys/harness/members.ts';
import { type Product, withProduct } from '../journeys/harness/product.ts';
import { withFolder } from '../journeys/harness/temporary-folder.ts';
import { sql } from '../server/base/postgres/database.ts';
import { SESSION_COOKIE } from '../server/base/sign-in/sessions.ts';
import { aWorkbook, docxOf } from '../server/test-support/files/office-files.ts';
import { cellTypeFiles } from '../server/test-support/laboratories/cell-types.ts';
import {
  type LabFiles,
  pathsOf,
  smallLaboratory,
  smallResources,
} from '../server/test-support/laboratories/small-laboratory.ts';
import {
  type Ask,
  askAll,
  listDifferences,
  mayCall,
  type ReaderRole,
  type Told,
} from '../server/test-support/leaks/compare-answers.ts';
import {
  HIDDEN_WORDS,
  hiddenLaboratory,
  SHARED_WORDS,
} from '../server/test-support/leaks/hidden-laboratory.ts';
import { type Call, findKnownRecords, type SavingInput } from '../server/test-support/leaks/known-records.ts';
import { listReadingCalls } from '../server/test-support/leaks/reading-calls.ts';
import { waitForJobs } from './restore.ts';

const PAGES = [
  '/',
  '/home',
  '/home/collections/data-collections',
  '/home/collections/data-sets',
  '/home/analyses/analyses',
  '/home/data-listing',
  '/home/recent-files',
  '/home/resources',
  '/home/genes/AIF1',
  '/home/genes/HUSHGENE',
  '/robots.txt',
  '/sitemap.xml',
];

type Input = Parameters<Ask<Member | null>>[1];

async function send(
  product: Product,
  endpoint: EndpointSpec,
  input: Input,
  reader: Member | null,
): Promise<Told> {
  const params = new Map(Object.entries(input.params ?? {}));
  const filled = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const answer = await fetch(`${product.address}${filled}${query.size > 0 ? `?${query}` : ''}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(reader && endpoint.path.startsWith('/api/') ? { authorization: `Token ${reader.token}` } : {}),
      ...(reader && !endpoint.path.startsWith('/api/')
        ? { cookie: `${SESSION_COOKIE}=${reader.cookie}` }
        : {}),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body,
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
}

async function importFiles(
  product: Product,
  folder: string,
  files: LabFiles,
  options: readonly string[] = [],
): Promise<void> {
  const input = await mkdtemp(path.join(folder, 'input-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(input, 'laboratory', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await runCommand(
    'import',
    [path.join(input, 'laboratory'), '--owner', 'Hush Uploader', ...options],
    product.settings,
  );
  await waitForJobs(product);
}

/** The laboratory talks about its records, to everybody and to those who ask. */
async function talk(product: Product, member: Member): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select number from data_collection where visibility = 'private'`.execute(product.opened.db);
  const said = { message: '<p>hush</p>', comment_page_url: '/home', visibility: 'public' };
  const bodies = [
    { ...said, entity_type: 'dc', entity_id: rows[0]?.number },
    { ...said, entity_type: 'gene', gene: 'HUSHGENE' },
  ];
  for (const body of bodies) {
    const { status, text } = await send(product, createComment, { body }, member);
    if (status !== 201) throw new Error(`A comment was refused with ${status}: ${text}`);
  }
}

async function compare(product: Product, folder: string): Promise<void> {
  const { analysis } = pathsOf();
  const office = { [`${analysis}/genes.xlsx`]: aWorkbook('xlsx'), [`${analysis}/report.docx`]: docxOf() };
  await importFiles(product, folder, smallResources());
  await importFiles(product, folder, cellTypeFiles(), ['--visibility', 'public']);
  await importFiles(product, folder, { ...smallLaboratory(), ...office });
  // What two cohorts have is a meta-module.
  await importFiles(product, folder, smallLaboratory({ accession: 'GSE1111', study: 'Other 2019 GSE1111' }));
  await waitForJobs(product);
  const { db } = product.opened;
  const guest = await makeMember(db, 'GU');
  const registered = await makeMember(db, 'RU');
  const member = await makeMember(db);
  const call: Call = async <E extends EndpointSpec>(endpoint: E, input: SavingInput<E>) => {
    const { status, text } = await send(product, endpoint, input as Input, registered);
    if (status >= 300) throw new Error(`${endpoint.path} was refused with ${status}: ${text}`);
    return endpoint.reply.parse(JSON.parse(text)) as ReplyOf<E>;
  };
  const known = await findKnownRecords(db, call);
  const calls = listReadingCalls(
    known,
    { texts: [...HIDDEN_WORDS, ...SHARED_WORDS], isThorough: true },
    PAGES,
  );
  const readers = new Map<ReaderRole, Member | null>([
    ['nobody', null],
    ['GU', guest],
    ['RU', registered],
  ]);
  const ask: Ask<Member | null> = (endpoint, input, reader) => send(product, endpoint, input, reader);
  const opening = calls.filter(({ endpoint }) => endpoint.path.startsWith('/api/files/explore'));
  await askAll(ask, opening, readers);
  await waitForJobs(product);
  const started = performance.now();
  const before = await askAll(ask, calls, readers);
  await importFiles(product, folder, hiddenLaboratory());
  await talk(product, member);
  await waitForJobs(product);
  const after = await askAll(ask, calls, readers);
  const differences = listDifferences(before, after);
  const asked = new Set(
    calls.filter(({ endpoint }) => mayCall('RU', endpoint)).map(({ endpoint }) => endpoint),
  );
  console.log(
    `  ${after.byCall.size} responses from ${asked.size} addresses (the contract has ${ENDPOINTS.size}) compared before and after, ${before.answered.size} of them successful, in ${((performance.now() - started) / 1000).toFixed(0)} s: ${differences.length} differ`,
  );
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`);
  if (differences.length > 0) throw new Error('Responses to others reveal records of the laboratory.');
}

export async function lookForLeaks(): Promise<void> {
  await withProduct((product) => withFolder((folder) => compare(product, folder)));
}
