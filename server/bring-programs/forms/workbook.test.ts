import { buffer } from 'node:stream/consumers';
import { type CellObject, utils, type WorkBook, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { bring } from './test-form.ts';
import { workbook } from './workbook.ts';

type Sheets = Record<string, (string | number | boolean | null)[][]>;

function bookOf(sheets: Sheets): WorkBook {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return book;
}

function bytesOf(book: WorkBook, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  return Buffer.from(write(book, { type: 'buffer', bookType }));
}

/** Sets a cell of the first sheet. */
function withCell(book: WorkBook, address: string, cell: CellObject): WorkBook {
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet !== undefined) sheet[address] = cell;
  return book;
}

async function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}

const TABLE = [
  ['gene', 'S1', 'S2'],
  ['IDH1', 0.1 + 0.2, 1e-30],
  ['EGFR', null, -12345678.125],
];
const TEXT = [
  ['gene', 'S1', 'S2'],
  ['IDH1', '0.30000000000000004', '1e-30'],
  ['EGFR', '', '-12345678.125'],
];

test.each(['xlsx', 'biff8'] as const)(
  '%s: numbers have all digits that the workbook stores',
  async (kind) => {
    const brought = await bring(workbook, bytesOf(bookOf({ Expression: TABLE }), kind));
    expect(brought).toEqual({
      sentence: 'Excel workbook, 1 table',
      tables: [{ name: 'Expression.tsv' }],
      cells: null,
      notes: [],
      rows: { 'Expression.tsv': TEXT },
    });
  },
);

test('each sheet with a table is one, and sheets without are named', async () => {
  const sheets = {
    Values: TABLE,
    Samples: [
      ['sample', 'sex'],
      ['S1', 'F'],
    ],
    Empty: [[]],
    Remark: [['See Values.']],
  };
  const { rows, notes } = await bring(workbook, bytesOf(bookOf(sheets)));
  expect(Object.keys(rows)).toEqual(['Values.tsv', 'Samples.tsv']);
  expect(notes).toEqual(['2 sheets without a table left out: Empty, Remark.']);
});

test.each(['xlsx', 'biff8'] as const)('%s: dates are ISO dates, counted by column', async (kind) => {
  const book = bookOf({
    Genes: [
      ['gene', 'S1'],
      [0, 1],
      ['EGFR', 2],
      [0, 3],
    ],
  });
  withCell(book, 'A2', { t: 'n', v: 44075, z: 'd-mmm' });
  withCell(book, 'A4', { t: 'n', v: 43831.25, z: 'm/d/yy h:mm' });
  const { rows, notes } = await bring(workbook, bytesOf(book, kind));
  expect(rows['Genes.tsv']).toEqual([
    ['gene', 'S1'],
    ['2020-09-01', '1'],
    ['EGFR', '2'],
    ['2020-01-01T06:00:00', '3'],
  ]);
  expect(notes).toEqual([
    'Sheet "Genes": dates are written as 2020-12-31, in gene (2). Excel turns symbols such as SEPT2 into dates; check these columns.',
  ]);
});

test('workbooks of old Macintosh programs count days from 1904', async () => {
  const book = bookOf({
    Genes: [
      ['gene', 'S1'],
      [0, 1],
    ],
  });
  withCell(book, 'A2', { t: 'n', v: 42613, z: 'yyyy-mm-dd' });
  book.Workbook = { WBProps: { date1904: true } };
  const { rows } = await bring(workbook, bytesOf(book));
  expect(rows['Genes.tsv']?.[1]).toEqual(['2020-09-01', '1']);
});

test('logical values are TRUE and FALSE, errors are empty and counted', async () => {
  const book = bookOf({
    Samples: [
      ['sample', 'dead'],
      ['S1', true],
      ['S2', false],
      ['S3', 0],
    ],
  });
  withCell(book, 'B4', { t: 'e', v: 42, w: '#N/A' });
  const { rows, notes } = await bring(workbook, bytesOf(book));
  expect(rows['Samples.tsv']?.map(([, dead]) => dead)).toEqual(['dead', 'TRUE', 'FALSE', '']);
  expect(notes).toEqual(['Sheet "Samples": 1 error such as #N/A left empty.']);
});

test('rows with a lone cell above the table are left out and counted', async () => {
  const rows = [['Table S1. Expression'], [null, 'log2'], ...TABLE];
  const brought = await bring(workbook, bytesOf(bookOf({ S1: rows })));
  expect(brought.rows['S1.tsv']).toEqual(TEXT);
  expect(brought.notes).toEqual(['Sheet "S1": 2 rows with a lone cell above the table left out.']);
});

test('over two columns, a lone title on the right is that of the values', async () => {
  const brought = await bring(
    workbook,
    bytesOf(
      bookOf({
        A: [
          [null, 'S1'],
          ['IDH1', 1],
        ],
      }),
    ),
  );
  expect(brought.rows['A.tsv']).toEqual([
    ['', 'S1'],
    ['IDH1', '1'],
  ]);
});

test('a table may begin anywhere, and empty rows are no rows', async () => {
  const rows = [[], [null, null, ...(TABLE[0] ?? [])], [], [null, null, ...(TABLE[1] ?? [])]];
  const brought = await bring(workbook, bytesOf(bookOf({ A: rows })));
  expect(brought.rows['A.tsv']).toEqual([TEXT[0], TEXT[1]]);
});

test('of merged cells, only the first has a value, which is said', async () => {
  const book = bookOf({
    A: [
      ['group', 'sample'],
      ['tumor', 'S1'],
      [null, 'S2'],
    ],
  });
  const sheet = book.Sheets.A;
  if (sheet !== undefined) sheet['!merges'] = [utils.decode_range('A2:A3')];
  const { rows, notes } = await bring(workbook, bytesOf(book));
  expect(rows['A.tsv']?.[2]).toEqual(['', 'S2']);
  expect(notes).toEqual(['Sheet "A": of 1 merged range, only the first cell has a value.']);
});

test('sheets that Excel never shows are left out', async () => {
  const book = bookOf({ Values: TABLE, wksowlv0: TABLE });
  book.Workbook = {
    Sheets: [
      { name: 'Values', Hidden: 0 },
      { name: 'wksowlv0', Hidden: 2 },
    ],
  };
  const { tables, notes } = await bring(workbook, bytesOf(book));
  expect(tables).toEqual([{ name: 'Values.tsv' }]);
  expect(notes).toEqual(['1 sheet that Excel never shows left out: wksowlv0.']);
});

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const DAMAGED: { name: string; bytes: () => Buffer | Promise<Buffer>; sentence: string }[] = [
  { name: 'an empty file', bytes: () => Buffer.alloc(0), sentence: 'This is not an Excel workbook' },
  { name: 'text', bytes: () => Buffer.from('gene\tS1\n'), sentence: 'This is not an Excel workbook' },
  {
    name: 'a workbook that is cut off',
    bytes: () => bytesOf(bookOf({ A: TABLE })).subarray(0, 3000),
    sentence: 'The workbook cannot be unpacked',
  },
  {
    name: 'another archive',
    bytes: () => zipOf({ 'a.txt': 'a' }),
    sentence: 'This is a zip archive without a workbook; unpack it and give the files in it.',
  },
  {
    name: 'an office file without sheets',
    bytes: () => zipOf({ '[Content_Types].xml': TYPES }),
    sentence: 'The workbook is damaged, or is not of Excel; open it and save it again as xlsx.',
  },
  {
    name: 'a definition of entities',
    bytes: () => zipOf({ '[Content_Types].xml': `<!DOCTYPE a [<!ENTITY b "c">]>${TYPES}` }),
    sentence:
      '"[Content_Types].xml" defines entities, which Excel never does; open the workbook and save it again.',
  },
  {
    name: 'markup of many levels',
    bytes: () => zipOf({ '[Content_Types].xml': `${TYPES}${'<a>'.repeat(300)}` }),
    sentence: '"[Content_Types].xml" is nested too deeply; open the workbook and save it again.',
  },
  {
    name: 'markup in UTF-16',
    bytes: () => zipOf({ '[Content_Types].xml': `\u0000${TYPES}` }),
    sentence: '"[Content_Types].xml" is not UTF-8; open the workbook and save it again.',
  },
  {
    name: 'far more than it is packed',
    bytes: () => zipOf({ '[Content_Types].xml': TYPES, 'xl/worksheets/sheet1.xml': ' '.repeat(2e7) }),
    sentence: 'The workbook cannot be unpacked',
  },
  {
    name: 'a cell in a far column',
    bytes: () => bytesOf(withRange(withCell(bookOf({ A: TABLE }), 'ZZZ9', { t: 'n', v: 1 }), 'A1:ZZZ9')),
    sentence: 'A sheet has cells beyond row 1,048,576 or column 16,384',
  },
  {
    name: 'no table',
    bytes: () => bytesOf(bookOf({ A: [['Note']] })),
    sentence: 'No sheet of the workbook has a table of at least two rows and two columns.',
  },
  {
    name: 'a damaged file of old Excel',
    bytes: () => bytesOf(bookOf({ A: TABLE }), 'biff8').subarray(0, 600),
    sentence: 'The workbook is damaged, or is not of Excel; open it and save it again as xlsx.',
  },
];

function withRange(book: WorkBook, range: string): WorkBook {
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet !== undefined) sheet['!ref'] = range;
  return book;
}

test.each(DAMAGED)('$name is refused', async ({ bytes, sentence }) => {
  await expect(bring(workbook, await bytes())).rejects.toThrow(sentence);
});
