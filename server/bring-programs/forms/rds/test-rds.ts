/** Writes the serialization of R for tests, as saveRDS does without packing. */

const HAS_ATTRIBUTES = 1 << 9;
const HAS_TAG = 1 << 10;
const NIL = int(254);

/** A value with its attributes; null is written as NULL. */
export interface TestValue {
  type: number;
  body: Buffer;
  attributes?: Record<string, TestValue | null>;
}

export function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function charsxp(text: string | null): Buffer {
  const bytes = Buffer.from(text ?? '');
  return Buffer.concat([int(9), int(text === null ? -1 : bytes.length), bytes]);
}

export function symbol(name: string): TestValue {
  return { type: 1, body: charsxp(name) };
}

export function integers(values: (number | null)[], attributes = {}): TestValue {
  const body = Buffer.concat([int(values.length), ...values.map((value) => int(value ?? -(2 ** 31)))]);
  return { type: 13, body, attributes };
}

export function logicals(values: (boolean | null)[]): TestValue {
  const numbers = values.map((value) => (value === null ? null : Number(value)));
  return { ...integers(numbers), type: 10 };
}

export function doubles(values: (number | null)[], attributes = {}): TestValue {
  const cells = values.map((value) => {
    const bytes = Buffer.alloc(8);
    if (value === null) bytes.writeBigUInt64BE(0x7ff00000000007a2n);
    else bytes.writeDoubleBE(value);
    return bytes;
  });
  return { type: 14, body: Buffer.concat([int(values.length), ...cells]), attributes };
}

export function strings(values: (string | null)[], attributes = {}): TestValue {
  return { type: 16, body: Buffer.concat([int(values.length), ...values.map(charsxp)]), attributes };
}

export function list(items: Record<string, TestValue | null> | TestValue[], attributes = {}): TestValue {
  const values = Object.values(items);
  const body = Buffer.concat([int(values.length), ...values.map(written)]);
  const names = Array.isArray(items) ? {} : { names: strings(Object.keys(items)) };
  return { type: 19, body, attributes: { ...names, ...attributes } };
}

export function factor(codes: (number | null)[], levels: string[]): TestValue {
  return integers(codes, { levels: strings(levels), class: strings(['factor']) });
}

/** @param rowNames null for numbered rows */
export function dataFrame(
  columns: Record<string, TestValue>,
  rows: number,
  rowNames: string[] | null = null,
): TestValue {
  return list(columns, {
    class: strings(['data.frame']),
    'row.names': rowNames === null ? integers([null, -rows]) : strings(rowNames),
  });
}

/** By column. @param names null without names */
export function matrix(
  values: (number | null)[],
  names: [string[] | null, string[] | null],
  dim: number[],
): TestValue {
  const dimnames = list(names.map((one) => (one === null ? nothing : strings(one))));
  return doubles(values, { dim: integers(dim), dimnames });
}

export const nothing: TestValue = { type: 254, body: Buffer.alloc(0) };

/** An object of a class with slots; null is how R writes NULL in a slot. */
export function object(className: string, slots: Record<string, TestValue | null>): TestValue {
  const written = Object.entries(slots).map(([name, slot]) => [name, slot ?? symbol('\u0001NULL\u0001')]);
  return {
    type: 25,
    body: Buffer.alloc(0),
    attributes: { ...Object.fromEntries(written), class: strings([className]) },
  };
}

export function environment(variables: Record<string, TestValue>): TestValue {
  return { type: 4, body: Buffer.concat([int(0), int(242), pairs(variables), NIL, NIL]) };
}

/** DataFrame of Bioconductor. */
export function bioFrame(
  columns: Record<string, TestValue>,
  rows: number,
  rowNames: string[] | null,
): TestValue {
  return object('DFrame', {
    rownames: rowNames === null ? null : strings(rowNames),
    nrows: integers([rows]),
    elementMetadata: null,
    listData: list(columns),
  });
}

/** SummarizedExperiment or a class that extends it. */
export function summarized(
  className: string,
  assays: Record<string, TestValue>,
  slots: Record<string, TestValue | null>,
): TestValue {
  const data = object('SimpleList', { listData: list(assays), elementMetadata: null });
  return object(className, { assays: object('SimpleAssays', { data }), ...slots });
}

/** Compressed by column. */
export function sparseMatrix(
  dim: [number, number],
  slots: { i: number[]; p: number[]; x: number[] },
  names: [string[], string[]],
): TestValue {
  return object('dgCMatrix', {
    i: integers(slots.i),
    p: integers(slots.p),
    Dim: integers(dim),
    Dimnames: list(names.map((one) => strings(one))),
    x: doubles(slots.x),
    factors: list([]),
  });
}

function pairs(entries: Record<string, TestValue | null>): Buffer {
  const entriesWritten = Object.entries(entries).map(([tag, value]) =>
    Buffer.concat([int(2 | HAS_TAG), written(symbol(tag)), written(value)]),
  );
  return Buffer.concat([...entriesWritten, NIL]);
}

export function written(value: TestValue | null): Buffer {
  if (value === null) return NIL;
  const { type, body, attributes = {} } = value;
  const hasAttributes = Object.keys(attributes).length > 0;
  const flags = int(type | (hasAttributes ? HAS_ATTRIBUTES : 0));
  return Buffer.concat([flags, body, ...(hasAttributes ? [pairs(attributes)] : [])]);
}

export function rdsFile(value: TestValue | Buffer, version: 2 | 3 = 3): Buffer {
  const encoding = version === 3 ? Buffer.concat([int(5), Buffer.from('UTF-8')]) : Buffer.alloc(0);
  const bytes = 'type' in value ? written(value) : value;
  return Buffer.concat([Buffer.from('X\n'), int(version), int(0x040202), int(0x020300), encoding, bytes]);
}
