/** Previews of files: types, limits, and rows and columns of csv (specification, previews). */
import {
  createFileLink,
  getFileItem,
  listFiles,
  previewCsv,
  searchFiles,
} from '@omicon/contract/areas/files/files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers, takeIn } from '../../test-support/intake.ts';
import { type LabFiles, pathsOf, smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const LIMIT = 2000;
const TOO_LARGE =
  'Preview is not supported for files of more than size of 1MB. Please download to view the file.';
const paths = pathsOf();

const EXTRA: LabFiles = {
  [`${paths.analysis}/thirty_columns.csv`]: `${Array.from({ length: 30 }, (_, index) => `c${index + 1}`).join(',')}\n${Array.from({ length: 30 }, (_, index) => index + 1).join(',')}\n`,
  [`${paths.analysis}/quoted.csv`]:
    '\ufeffGene,Note\n"IDH1","a ""quoted"", note\nover two lines"\n\nOLIG2,<b>bold</b>\n',
  [`${paths.analysis}/exact.txt`]: 'x'.repeat(LIMIT),
  [`${paths.analysis}/over.txt`]: 'x'.repeat(LIMIT + 1),
  [`${paths.analysis}/over.csv`]: `a,b\n${'1,2\n'.repeat(LIMIT)}`,
  [`${paths.analysis}/clustering`]: 'R binary',
  [`${paths.analysis}/plot.R`]: 'plot(1)',
  [`${paths.analysis}/broken.csv`]: 'a,b\n"never closed,2\n',
  [`${paths.analysis}/empty.csv`]: '',
};

let portal: TestPortal;
let guest: Caller;
beforeAll(async () => {
  portal = await openTestPortal({ OMICON_PREVIEW_LIMIT_BYTES: String(LIMIT) });
  guest = await portal.signInAs('GU');
  const report = await takeIn(portal, { ...smallLaboratory(), ...EXTRA });
  expect(report.faults).toEqual([]);
});
afterAll(() => portal.close());

async function keyOf(name: string): Promise<string> {
  const { id } = await portal.services.db
    .selectFrom('file')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return `${id}/${name}`;
}

async function preview(name: string) {
  return portal.call(previewCsv, { as: guest, body: { key: await keyOf(name) } });
}

describe('a csv preview', () => {
  test('returns rows and columns as text', async () => {
    const { reply } = await preview('GSE4271_SessionInfo.csv');
    expect([reply.columns, JSON.parse(reply.results)]).toEqual([
      ['Attribute', 'Value'],
      [
        ['Analyst', 'Second Analyst'],
        ['Date', 'May-17-2021'],
      ],
    ]);
    expect([reply.number_of_columns, reply.number_of_rows]).toEqual([2, 2]);
  });

  test('shows 25 columns and the number of all', async () => {
    const { reply } = await preview('thirty_columns.csv');
    expect([reply.columns.length, reply.columns.at(-1), reply.number_of_columns]).toEqual([25, 'c25', 30]);
    expect(JSON.parse(reply.results)[0]).toHaveLength(25);
  });

  test('keeps quoted commas, quotation marks and line breaks, and markup as text', async () => {
    const { reply } = await preview('quoted.csv');
    expect(reply.columns).toEqual(['Gene', 'Note']);
    expect(JSON.parse(reply.results)).toEqual([
      ['IDH1', 'a "quoted", note\nover two lines'],
      ['OLIG2', '<b>bold</b>'],
    ]);
  });

  test('of a file above the limit is refused with the specified message', async () => {
    const answer = await preview('over.csv');
    expect([answer.status, answer.refusal.detail]).toEqual([413, TOO_LARGE]);
  });

  test('of a broken table is refused with the specified message', async () => {
    const answer = await preview('broken.csv');
    expect([answer.status, answer.refusal.detail]).toEqual([400, 'Error while previewing the file']);
  });

  test('of an empty file is empty', async () => {
    const { reply } = await preview('empty.csv');
    expect(reply).toEqual({ results: '[]', columns: [], number_of_columns: 0, number_of_rows: 0 });
  });

  test('of another kind of file is refused', async () => {
    expect((await preview('Modules_22-56-13.pdf')).status).toBe(415);
  });
});

describe('a link to preview', () => {
  test.each([
    ['exact.txt', 200],
    ['over.txt', 413],
    ['plot.R', 200],
    ['Modules_22-56-13.pdf', 200],
    ['clustering', 415],
  ])('of %s is answered with %i', async (name, status) => {
    const answer = await portal.call(createFileLink, {
      as: guest,
      body: { key: await keyOf(name), purpose: 'preview' },
    });
    expect(answer.status).toBe(status);
  });
});

describe('the files of a record', () => {
  let numbers: LaboratoryNumbers;
  beforeAll(async () => {
    numbers = await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'public' });
  });

  async function namesIn(folder: string): Promise<string[]> {
    const { reply } = await portal.call(listFiles, {
      as: guest,
      query: { entity_type: 'project', entity_id: numbers.analysis, folder },
    });
    expect(reply.total).toBe(reply.results.length);
    return reply.results.map((file) => `${file.fileType} ${file.name}`);
  }

  test('are shown one folder at a time, folders first', async () => {
    const network = 'Bicor-None_signum0.831_minSize2_merge_ME_0.85_8';
    expect(await namesIn('')).toEqual([
      `folder ${network}`,
      'xls Bicor-None_p2_CGGA_network_statistics.csv',
      'pdf CGGA_dendrogram.pdf',
      'xls CGGA_project_attributes.csv',
      'xls CGGA_SessionInfo.csv',
    ]);
    expect(await namesIn(network)).toEqual([
      'folder GSHyperG_MY_SETS_22-56-13_SEED',
      'xls kME_table_22-56-13.csv',
      'xls Module_eigengenes_22-56-13.csv',
      'xls Module_statistics_22-56-13.csv',
      'pdf Modules_22-56-13.pdf',
    ]);
    expect(await namesIn('no such folder')).toEqual([]);
  });

  test('can be read one by one by key, with the same fields as in the grid', async () => {
    const query = { entity_type: 'project', entity_id: numbers.analysis, folder: '' } as const;
    const { reply } = await portal.call(listFiles, { as: guest, query });
    const listed = reply.results.filter(({ fileType }) => fileType !== 'folder');
    for (const file of listed) {
      const one = await portal.call(getFileItem, { as: guest, query: { key: file.key ?? '' } });
      expect(one.reply).toEqual(file);
    }
    expect(listed.length).toBe(4);
    for (const key of ['999999999/none.csv', 'none.csv', '../../etc/passwd']) {
      const none = await portal.call(getFileItem, { as: guest, query: { key } });
      expect(none.status, key).toBe(404);
    }
  });

  test('can be read by key as long as their record exists, also from an earlier version', async () => {
    const query = { key: await keyOf('CGGA_project_attributes.csv') };
    const statusOf = async () => (await portal.ask(getFileItem, { as: guest, query })).status;
    const { db } = portal.services;
    const analysis = db.updateTable('analysis').where('number', '=', numbers.analysis);
    const files = db
      .updateTable('file')
      .where('entity_type', '=', 'project')
      .where('entity_number', '=', numbers.analysis);
    await files.set({ is_current: false }).execute();
    const ofEarlierVersion = await statusOf();
    await files.set({ is_current: true }).execute();
    await analysis.set({ deleted_at: new Date() }).execute();
    const ofDeleted = await statusOf();
    await analysis.set({ deleted_at: null }).execute();
    expect([ofEarlierVersion, ofDeleted, await statusOf()]).toEqual([200, 404, 200]);
  });

  test('are found by part of their name, with wildcards taken literally', async () => {
    const find = async (name: string) =>
      (await portal.call(searchFiles, { as: guest, query: { name } })).reply.total;
    expect(await find('KME_TABLE')).toBe(2);
    expect(await find('kme%table')).toBe(0);
    expect(await find('kme-table')).toBe(0);
  });

  test('are sorted as requested and paged without gaps or repeats', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) =>
        portal.call(listFiles, {
          as: guest,
          query: { page, page_size: 10, sort: 'sizeByteVal', order: 'desc' },
        }),
      ),
    );
    const files = pages.flatMap(({ reply }) => reply.results);
    expect(files.length).toBe(Math.min(50, pages[0]?.reply.total ?? 0));
    expect(new Set(files.map((file) => file.id)).size).toBe(files.length);
    expect(files.map((file) => file.sizeByteVal)).toEqual(
      files.map((file) => file.sizeByteVal).toSorted((a, b) => b - a),
    );
  });
});
