/** Files of other forms, from their upload to a data set. */
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { listDataCollections, listDataSets } from '@omicon/contract/areas/collections.ts';
import { deleteDraft, getDraft, saveDraftMap, storeDraft } from '@omicon/contract/areas/drafts.ts';
import { createUpload, getUpload } from '@omicon/contract/areas/files/files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../base/postgres/database.ts';
import { verifyConsistency } from '../../../database/operations/verify.ts';
import { aDataMap } from '../../../test-support/a-data-map.ts';
import { takeIn, zipped } from '../../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';
import { uploading } from '../../../test-support/uploads.ts';

let portal: TestPortal;
let lab: Caller;
let other: Caller;
const uploads = uploading(() => ({ portal, lab }));

beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  other = await portal.signInAs('LAB');
}, 60_000);
afterAll(() => portal.close());

const SAMPLES = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6'];
const GENES = ['SOX10', 'OLIG2', 'MBP', 'CX3CR1', 'P2RY12', 'IDH1'];

/** Values with six decimals, another for each gene and sample. */
const cellOf = (gene: number, sample: number) => (5 + gene + Math.sin(gene * 7 + sample * 3)).toFixed(6);

function values(accession: string): [name: string, content: string] {
  const rows = GENES.map((gene, at) => [gene, ...SAMPLES.map((_, sample) => cellOf(at, sample))].join(','));
  return [`${accession}.csv`, [['gene', ...SAMPLES].join(','), ...rows, ''].join('\n')];
}

const SHEET: [name: string, content: string] = [
  'samples.csv',
  [
    'sample,gender,diagnosis,age_at_diagnosis',
    'S1,F,glioma,50',
    'S2,M,glioma,61',
    'S3,F,glioma,NA',
    'S4,M,normal,48',
    'S5,F,normal,39',
    'S6,M,normal,70',
    '',
  ].join('\n'),
];

/** Uploads files as one, and reads them. @returns number of the draft */
async function bring(files: readonly [name: string, content: string | Buffer][]): Promise<number> {
  const parts = files.map(([, content]) => Buffer.from(content));
  return uploads.uploadWhole(Buffer.concat(parts), {
    kind: 'data',
    files: files.map(([name], at) => ({ name, size_bytes: parts[at]?.length ?? 0 })),
  });
}

const draftOf = async (id: number) => (await portal.call(getDraft, { as: lab, params: { id } })).reply;

async function decide(id: number, changes: Parameters<typeof aDataMap>[0]) {
  const { map } = await draftOf(id);
  if (map === null) throw new Error('The draft has no map.');
  const body = { ...map, ...changes };
  const { status } = await portal.call(saveDraftMap, { as: lab, params: { id }, body });
  expect(status).toBe(202);
  await portal.runJobs();
}

async function store(id: number) {
  expect((await portal.call(storeDraft, { as: lab, params: { id } })).status).toBe(202);
  await portal.runJobs();
  return uploads.reportOf(id);
}

test('a table and a sheet become a data set with the values and attributes as they were written', async () => {
  const id = await bring([values('DOE1'), SHEET]);
  const { status, map, proposal } = await draftOf(id);
  expect(status).toBe('mapping');
  expect(map).toMatchObject({
    matrix: 'DOE1.csv',
    sheet: 'samples.csv',
    samples_in: 'columns',
    id_kind: 'SYMBOL',
  });
  expect(map?.attributes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Sex', 'Disease', 'Age']));
  expect(proposal?.join).toEqual({ matched: 6, only_values: [], only_sheet: [] });
  await decide(id, { title: 'Doe 2026 DOE1' });
  const report = await store(id);
  expect([report.status, report.faults]).toEqual(['stored', []]);
  const { reply } = await portal.call(listDataSets, { as: lab, query: { search: 'Doe 2026' } });
  expect(reply.results).toMatchObject([{ number_of_samples: 6, visibility: 'private' }]);
  const { rows } = await sql<{ label: string; attribute: string; value: string | null }>`
    select s.label, a.key as attribute, a.value from sample s cross join lateral jsonb_each_text(s.attributes) a
     where s.owner_type = 'ds' and s.owner_id = (select id from data_set where title like 'Doe 2026%')`.execute(
    portal.services.db,
  );
  expect(
    rows.filter(({ attribute, value }) => attribute === 'Sex' && value === 'F').map(({ label }) => label),
  ).toEqual(['S1', 'S3', 'S5']);
});

test('files that are compressed are read, and their bytes are gone after the import', async () => {
  const [name, content] = values('DOE2');
  const id = await bring([[`${name}.gz`, gzipSync(content)], SHEET]);
  expect((await draftOf(id)).map?.matrix).toBe('DOE2.csv.gz');
  await store(id);
  const { rows } = await sql`
    select 1 from upload_part where upload_id = ${id}
    union all select 1 from upload where id = ${id} and storage_key is not null`.execute(portal.services.db);
  expect(rows).toEqual([]);
  const { open_uploads: _, orphans: __, ...wrong } = await verifyConsistency(portal.services);
  expect(Object.values(wrong).every((count) => count === 0)).toBe(true);
});

test('a map that was changed is read again, and what it makes wrong refuses the store', async () => {
  const id = await bring([values('DOE3'), SHEET]);
  await decide(id, { left_out: ['S1', 'S2', 'S3', 'S4'] });
  const { proposal } = await draftOf(id);
  expect(proposal?.number_of_samples).toBe(2);
  expect(proposal?.findings.map(({ level }) => level)).toContain('refused');
  const refused = await portal.call(storeDraft, { as: lab, params: { id } });
  expect(refused.status).toBe(409);
  expect((await portal.call(listDataCollections, { as: lab, query: { search: 'DOE3' } })).reply.total).toBe(
    0,
  );
  await decide(id, { left_out: [] });
  expect((await store(id)).status).toBe('stored');
});

test('a reading of an earlier map does not replace a later one', async () => {
  const id = await bring([values('DOE4'), SHEET]);
  const { map } = await draftOf(id);
  if (map === null) throw new Error('The draft has no map.');
  for (const title of ['First', 'Second'])
    await portal.call(saveDraftMap, { as: lab, params: { id }, body: { ...map, title } });
  await portal.runJobs();
  expect([(await draftOf(id)).map?.title, (await draftOf(id)).status]).toEqual(['Second', 'mapping']);
});

test('files of which none can be read are refused with a sentence for each, and leave nothing', async () => {
  const id = await bring([
    ['picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['empty.csv', ''],
  ]);
  const { status, fault } = await draftOf(id);
  expect(status).toBe('refused');
  expect(fault).toMatch(/picture\.png/);
  expect(fault).toMatch(/empty\.csv/);
});

test('a draft that is deleted takes its files along', async () => {
  const id = await bring([values('DOE5'), SHEET]);
  expect((await portal.call(deleteDraft, { as: lab, params: { id } })).status).toBe(200);
  expect((await portal.call(getUpload, { as: lab, params: { id } })).status).toBe(404);
});

test('a draft is its owner’s alone', async () => {
  const id = await bring([values('DOE6'), SHEET]);
  for (const call of [
    portal.call(getDraft, { as: other, params: { id } }),
    portal.call(saveDraftMap, { as: other, params: { id }, body: aDataMap({}) }),
    portal.call(storeDraft, { as: other, params: { id } }),
    portal.call(deleteDraft, { as: other, params: { id } }),
  ])
    expect((await call).status).toBe(404);
});

test('a draft is not stored twice, nor while it is read', async () => {
  const id = await bring([values('DOE7'), SHEET]);
  const { map } = await draftOf(id);
  if (map === null) throw new Error('The draft has no map.');
  await portal.call(saveDraftMap, { as: lab, params: { id }, body: map });
  expect((await portal.call(storeDraft, { as: lab, params: { id } })).status).toBe(409);
  await portal.runJobs();
  await store(id);
  expect((await portal.call(storeDraft, { as: lab, params: { id } })).status).toBe(409);
});

test('files of an upload are as large as the upload, and only uploads of data have them', async () => {
  const body = { file_name: 'a.csv', size_bytes: 10 };
  const files = [{ name: 'a.csv', size_bytes: 9 }];
  for (const wrong of [
    { ...body, kind: 'data' as const, files },
    { ...body, kind: 'data' as const },
    { ...body, kind: 'collection' as const, files: [{ name: 'a.csv', size_bytes: 10 }] },
  ])
    expect((await portal.call(createUpload, { as: lab, body: wrong })).status).toBe(400);
});

test('the map of the last stored draft of the same form is proposed again', async () => {
  const id = await bring([values('DOE8'), SHEET]);
  const { map } = await draftOf(id);
  const attributes = map?.attributes.map((each) =>
    each.column === 'diagnosis' ? { ...each, name: 'Condition' } : each,
  );
  await decide(id, { attributes: attributes ?? [] });
  await store(id);
  const next = await draftOf(await bring([values('DOE9'), SHEET]));
  expect(next.map?.attributes.map(({ name }) => name)).toContain('Condition');
  expect(next.map?.accession).not.toBe(map?.accession);
});

test('identifiers that the mapping tables do not know are stored only when somebody confirms it', async () => {
  expect((await takeIn(portal, smallResources())).faults).toEqual([]);
  await portal.runJobs();
  const id = await bring([values('DOE10'), SHEET]);
  const open = (await draftOf(id)).proposal?.findings.filter(({ level }) => level === 'confirm') ?? [];
  expect(open.map(({ count }) => count)).toEqual([4]);
  expect((await portal.call(storeDraft, { as: lab, params: { id } })).status).toBe(409);
  await decide(id, { confirmed: open.map(({ key }) => key) });
  expect((await store(id)).status).toBe('stored');
});

test('an accession that is here already is confirmed, or becomes another', async () => {
  const again = await bring([values('DOE1'), SHEET]);
  const { proposal } = await draftOf(again);
  expect(proposal?.findings.find(({ key }) => key === 'stored:DOE1')).toMatchObject({ level: 'confirm' });
  expect((await portal.call(storeDraft, { as: lab, params: { id: again } })).status).toBe(409);
  await decide(again, { accession: 'DOE1b', confirmed: ['few_ids'] });
  expect((await store(again)).status).toBe('stored');
});

test('an archive of the laboratory’s own folder among files of any form is imported as it is', async () => {
  const zip = await zipped(smallLaboratory());
  const id = await uploads.uploadWhole(zip, {
    kind: 'data',
    files: [{ name: 'GSE4271.zip', size_bytes: zip.length }],
  });
  await portal.runJobs();
  expect((await uploads.reportOf(id)).status).toBe('stored');
});

test('identifiers that are no symbols are stored with the symbols of the mapping tables', async () => {
  const ids = ['3417', '10215', '4155', '1524', '64805', '6663'];
  const [name, content] = values('DOE11');
  const [head = '', ...rows] = content.split('\n');
  const lines = rows.map((line, at) => line.replace(/^[^,]+/, ids[at] ?? ''));
  const id = await bring([[name, [head, ...lines].join('\n')], SHEET]);
  await decide(id, { id_kind: 'ENTREZID', confirmed: ['few_ids'] });
  expect((await store(id)).status).toBe('stored');
  const { rows: stored } = await sql<{ key: string }>`
    select storage_key as key from file where name like 'DOE11%feature_metadata.csv'`.execute(
    portal.services.db,
  );
  const metadata = await text(await portal.services.store.read(stored[0]?.key ?? ''));
  expect(metadata.split('\n').slice(0, 4)).toEqual([
    'Index,ENTREZID,SYMBOL',
    '1,3417,IDH1',
    '2,10215,OLIG2',
    '3,4155,',
  ]);
});
