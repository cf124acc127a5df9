/**
 * Reads records of a large text table from the store by range, starting at the preceding checkpoint, one bounded span
 * at a time.
 */
import {
  CHECKPOINT_STEP,
  type Checkpoint,
  checkpointBefore,
  recordsIn,
} from '@omicon/domain/files/text-table.ts';
import type { Store } from '../../../base/store/store.ts';

/** Bytes read of one row; longer rows are cut. */
const MAX_ROW_BYTES = 4 * 1024 * 1024;
/** Size of the first span; grows if rows are longer or further away. */
const FIRST_SPAN = 256 * 1024;
const WIDEST_SPAN = CHECKPOINT_STEP + MAX_ROW_BYTES;
const FIND_BYTES = 64 * 1024 * 1024;

/** Content to read, with checkpoints; the first is at offset 0. */
export interface TableContent {
  storage_key: string;
  size_bytes: number;
  checkpoints: readonly Checkpoint[];
}

/** Reused buffers: allocating for each call grew the web process by 100 MiB. */
const scratchBuffers: Buffer[] = [];
const MAX_SCRATCH_BUFFERS = 2;

/** Calls `use` with up to `length` bytes from `start`; it must not keep the buffer. */
async function readSpan<Result>(
  store: Store,
  content: TableContent,
  { start, length }: { start: number; length: number },
  use: (bytes: Buffer) => Result,
): Promise<Result> {
  const whole = scratchBuffers.pop() ?? Buffer.allocUnsafeSlow(WIDEST_SPAN);
  try {
    const target = whole.subarray(0, Math.min(length, content.size_bytes - start));
    const read = await store.readInto(content.storage_key, start, target);
    return use(target.subarray(0, read));
  } finally {
    if (scratchBuffers.length < MAX_SCRATCH_BUFFERS) scratchBuffers.push(whole);
  }
}

export function decode(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

export interface FoundRow {
  record: number;
  text: string;
  is_cut: boolean;
}

interface Position {
  offset: number;
  record: number;
}

/** Offset after the newline that ends a record. */
function behind(bytes: Buffer, end: number): number {
  const newline = bytes.indexOf(10, end);
  return newline < 0 ? bytes.length : newline + 1;
}

interface Step extends Position {
  rows: FoundRow[];
  isOver: boolean;
}

/** The requested rows of one span, and the position to continue. */
function takeRows(
  bytes: Buffer,
  from: Position,
  { first, most, isLast, isWidest }: { first: number; most: number; isLast: boolean; isWidest: boolean },
): Step {
  const rows: FoundRow[] = [];
  let { record } = from;
  let used = 0;
  for (const found of recordsIn(bytes, first + most - record)) {
    const isComplete = found.isWhole || isLast;
    if (!isComplete && (used > 0 || !isWidest)) break;
    if (record >= first) {
      const stop = Math.min(found.end, found.start + MAX_ROW_BYTES);
      rows.push({
        record,
        text: decode(bytes.subarray(found.start, stop)),
        is_cut: !isComplete || stop < found.end,
      });
    }
    // Row too long to read as a whole: reading can continue only at the next checkpoint.
    if (!isComplete) return { rows, offset: from.offset, record, isOver: true };
    record += 1;
    used = behind(bytes, found.end);
    if (rows.length >= most) break;
  }
  return { rows, offset: from.offset + used, record, isOver: used === 0 && isWidest };
}

/** Reads from a checkpoint until it has `most` records starting at `first`, one span at a time. */
async function readRecords(
  store: Store,
  content: TableContent,
  where: { from: Checkpoint; first: number; most: number },
): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  let position: Position = where.from;
  let length = FIRST_SPAN;
  while (rows.length < where.most && position.offset < content.size_bytes) {
    const { offset } = position;
    const isLast = offset + length >= content.size_bytes;
    const range = { first: where.first, most: where.most - rows.length };
    const isWidest = length === WIDEST_SPAN;
    const step = await readSpan(store, content, { start: offset, length }, (bytes) =>
      takeRows(bytes, position, { ...range, isLast, isWidest }),
    );
    rows.push(...step.rows);
    if (step.isOver) return rows;
    position = step;
    length = Math.min(4 * length, WIDEST_SPAN);
  }
  return rows;
}

/** As `readRecords`, but continues at the next checkpoint after a row too long to read as a whole. */
export async function readRows(
  store: Store,
  content: TableContent,
  range: { first: number; most: number },
): Promise<FoundRow[]> {
  const { checkpoints } = content;
  const rows: FoundRow[] = [];
  let { first } = range;
  while (rows.length < range.most) {
    const from = checkpointBefore(checkpoints, first);
    const found = await readRecords(store, content, { from, first, most: range.most - rows.length });
    rows.push(...found);
    const last = found.at(-1);
    if (!last?.is_cut || checkpointBefore(checkpoints, last.record + 1).record !== last.record + 1) break;
    first = last.record + 1;
  }
  return rows;
}

interface Search {
  text: string;
  first: number;
  header: number;
}

interface FindStep extends Position {
  isFound: boolean;
  isOver: boolean;
}

function findInSpan(
  bytes: Buffer,
  from: Position,
  { text, first, isLast, checkpoints }: Search & { isLast: boolean; checkpoints: readonly Checkpoint[] },
): FindStep {
  let { record } = from;
  let used = 0;
  for (const found of recordsIn(bytes, Number.MAX_SAFE_INTEGER)) {
    const isComplete = found.isWhole || isLast;
    if (!isComplete && used > 0) break;
    const end = Math.min(found.end, found.start + MAX_ROW_BYTES);
    const isFound = record >= first && bytes.toString('utf8', found.start, end).toLowerCase().includes(text);
    if (isFound) return { offset: from.offset + used, record, isFound, isOver: true };
    if (!isComplete) {
      // The rest of a very long row is not searched; continues at the next checkpoint.
      const next = checkpointBefore(checkpoints, record + 1);
      const hasNext = next.record === record + 1;
      return { offset: next.offset, record: hasNext ? record + 1 : record, isFound: false, isOver: !hasNext };
    }
    record += 1;
    used = behind(bytes, found.end);
  }
  return { offset: from.offset + used, record, isFound: false, isOver: false };
}

/** Searches records from `first` on, span by span, until the text is found or the read limit is reached. */
export async function findText(
  store: Store,
  content: TableContent,
  search: Search,
): Promise<{ row: number | null; next_row: number; is_end: boolean }> {
  const { checkpoints, size_bytes } = content;
  let position: Position = checkpointBefore(checkpoints, search.first);
  let looked = 0;
  while (position.offset < size_bytes && looked < FIND_BYTES) {
    const { offset } = position;
    const isLast = offset + WIDEST_SPAN >= size_bytes;
    const step = await readSpan(store, content, { start: offset, length: WIDEST_SPAN }, (bytes) => {
      looked += bytes.length;
      return findInSpan(bytes, position, { ...search, isLast, checkpoints });
    });
    const row = step.record - search.header;
    if (step.isFound) return { row, next_row: row + 1, is_end: false };
    if (step.isOver) return { row: null, next_row: row, is_end: true };
    position = step;
  }
  return { row: null, next_row: position.record - search.header, is_end: position.offset >= size_bytes };
}
