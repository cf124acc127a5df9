import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetMetadata, type SchemaElement } from 'hyparquet';
import { type ColumnSource, type ParquetWriteOptions, parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { parquet } from './parquet.ts';
import { bring } from './test-form.ts';

function fileOf(
  columnData: ColumnSource[],
  options: Partial<Omit<ParquetWriteOptions, 'writer'>> = {},
): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData, ...options }));
}

const GENES: ColumnSource = { name: 'gene', data: ['IDH1', 'EGFR', 'TP53'], type: 'STRING' };
const S1: ColumnSource = { name: 'S1', data: [0.1 + 0.2, Number.NaN, -1e-300], type: 'DOUBLE' };
const S2: ColumnSource = {
  name: 'S2',
  data: [1, null, Number.POSITIVE_INFINITY],
  type: 'DOUBLE',
  nullable: true,
};
const ROWS = [
  ['gene', 'S1', 'S2'],
  ['IDH1', '0.30000000000000004', '1'],
  ['EGFR', 'NaN', ''],
  ['TP53', '-1e-300', 'Inf'],
];

test('values have all their digits, and null is empty', async () => {
  expect(await bring(parquet, fileOf([GENES, S1, S2]))).toEqual({
    sentence: 'Parquet file, 3 rows, 3 columns',
    tables: [{ name: 'values.tsv' }],
    cells: null,
    notes: [],
    rows: { 'values.tsv': ROWS },
  });
});

test('rows are in order over groups of rows', async () => {
  const { rows } = await bring(parquet, fileOf([GENES, S1, S2], { rowGroupSize: 2 }));
  expect(rows['values.tsv']).toEqual(ROWS);
});

const COMPRESSORS = {
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
  LZ4: (bytes: Uint8Array) => bytes,
};

test.each(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'BROTLI'] as const)('%s is read', async (codec) => {
  const { rows } = await bring(parquet, fileOf([GENES, S1, S2], { codec, compressors: COMPRESSORS }));
  expect(rows['values.tsv']).toEqual(ROWS);
});

/** One column of a type that only the schema can state. */
async function cellsOf(element: Omit<SchemaElement, 'name'>, data: ColumnSource['data']): Promise<string[]> {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 1 },
    { name: 'column', repetition_type: 'OPTIONAL', ...element },
  ];
  const { rows } = await bring(parquet, fileOf([{ name: 'column', data }], { schema }));
  return (rows['values.tsv'] ?? []).slice(1).map(([cell = '']) => cell);
}

test('64-bit integers are exact', async () => {
  expect(await cellsOf({ type: 'INT64' }, [9_007_199_254_740_993n, null, -1n])).toEqual([
    '9007199254740993',
    '',
    '-1',
  ]);
});

test('decimals are exact', async () => {
  const element = { converted_type: 'DECIMAL', scale: 3, precision: 18 } as const;
  expect(await cellsOf({ type: 'INT64', ...element }, [1.1, -0.005, null])).toEqual(['1.100', '-0.005', '']);
});

test('dates, times and timestamps are ISO, with as many digits as they have', async () => {
  expect(await cellsOf({ type: 'INT32', converted_type: 'DATE' }, [new Date('2020-12-31'), null])).toEqual([
    '2020-12-31',
    '',
  ]);
  const micros = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } as const;
  expect(
    await cellsOf({ type: 'INT64', logical_type: micros }, [new Date('1969-12-31T23:59:59.250Z')]),
  ).toEqual(['1969-12-31T23:59:59.25']);
});

test('logical values are TRUE and FALSE', async () => {
  expect(await cellsOf({ type: 'BOOLEAN' }, [true, false, null])).toEqual(['TRUE', 'FALSE', '']);
});

test('nested and binary columns are left out and named', async () => {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 3 },
    { name: 'gene', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
    { name: 'image', type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
    { name: 'place', num_children: 1, repetition_type: 'REQUIRED' },
    { name: 'start', type: 'INT32', repetition_type: 'REQUIRED' },
  ];
  const bytes = new Uint8Array([1]);
  const columns = [
    { name: 'gene', data: ['IDH1'] },
    { name: 'image', data: [bytes] },
    { name: 'place', data: [{ start: 1 }] },
  ];
  const { rows, notes } = await bring(parquet, fileOf(columns, { schema }));
  expect(rows['values.tsv']).toEqual([['gene'], ['IDH1']]);
  expect(notes).toEqual(['1 nested column left out: place.', '1 binary column left out: image.']);
});

test.each([
  { written: 'gene', title: 'gene' },
  { written: null, title: 'index' },
])('the index of pandas comes first, as $title', async ({ written, title }) => {
  const pandas = {
    index_columns: ['__index_level_0__'],
    columns: [
      { name: 'S1', field_name: 'S1' },
      { name: written, field_name: '__index_level_0__' },
    ],
  };
  const bytes = fileOf([S1, { ...GENES, name: '__index_level_0__' }], {
    kvMetadata: [{ key: 'pandas', value: JSON.stringify(pandas) }],
  });
  const { rows } = await bring(parquet, bytes);
  expect(rows['values.tsv']?.slice(0, 2)).toEqual([
    [title, 'S1'],
    ['IDH1', '0.30000000000000004'],
  ]);
});

const WHOLE = fileOf([GENES, S1, S2]);
const CUT_OFF = 'The Parquet file is damaged or cut off; write and copy it again.';

/** The file with other bytes at a place. */
function changed(at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(WHOLE);
  copy.set(bytes, at < 0 ? copy.length + at : at);
  return copy;
}

const DAMAGED: { name: string; bytes: Buffer; sentence: string }[] = [
  { name: 'an empty file', bytes: Buffer.alloc(0), sentence: CUT_OFF },
  { name: 'text', bytes: Buffer.from('gene\tS1\nIDH1\t1\n'), sentence: 'This is not a Parquet file' },
  { name: 'a file that is cut off', bytes: WHOLE.subarray(0, -20), sentence: CUT_OFF },
  { name: 'metadata longer than the file', bytes: changed(-8, 255, 255, 0, 0), sentence: CUT_OFF },
  {
    name: 'metadata that is no metadata',
    bytes: changed(
      WHOLE.length - 8 - parquetMetadata(WHOLE).metadata_length,
      ...Array<number>(40).fill(0xff),
    ),
    sentence: CUT_OFF,
  },
  {
    name: 'structures within structures without end',
    bytes: Buffer.concat([
      Buffer.from('PAR1'),
      Buffer.alloc(1_000_000, 0x1c),
      Buffer.from([0x40, 0x42, 0x0f, 0x00]),
      Buffer.from('PAR1'),
    ]),
    sentence: CUT_OFF,
  },
  { name: 'pages of other bytes', bytes: changed(4, ...Array<number>(60).fill(0xff)), sentence: CUT_OFF },
  {
    name: 'an encrypted file',
    bytes: changed(-4, ...Buffer.from('PARE')),
    sentence: 'The Parquet file is encrypted',
  },
  {
    name: 'a codec that is not built in',
    bytes: fileOf([GENES, S1], { codec: 'LZ4', compressors: COMPRESSORS }),
    sentence: 'The Parquet file is packed by LZ4, which cannot be read; write it with snappy, gzip or zstd.',
  },
  {
    name: 'a file without rows',
    bytes: fileOf([{ name: 'S1', data: [], type: 'DOUBLE' }]),
    sentence: 'The Parquet file has no rows.',
  },
  {
    name: 'a file of binary columns',
    bytes: fileOf([{ name: 'image', data: [new Uint8Array([1])], type: 'BYTE_ARRAY' }]),
    sentence: 'The Parquet file has only nested or binary columns; write a table of plain columns.',
  },
];

test.each(DAMAGED)('$name is refused', async ({ bytes, sentence }) => {
  await expect(bring(parquet, bytes)).rejects.toThrow(sentence);
});

test('a file with any byte changed is read or refused with a sentence', async () => {
  for (let at = 4; at < WHOLE.length; at += 5) {
    const done = await bring(parquet, changed(at, 0x7f)).then(
      () => 'read',
      (error: Error) => error.constructor.name,
    );
    expect(['read', 'BinaryRefusal']).toContain(done);
  }
});
