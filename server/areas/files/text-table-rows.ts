/** Records of a large text table, read from the store by range: from the checkpoint before them on, a bounded span at a time. */
import {
  CHECKPOINT_STEP,
  type Checkpoint,
  checkpointBefore,
  recordsIn,
} from '@omicon/domain/files/text-table.ts';
import type { Store } from '../../base/store/store.ts';

/** Of one row so much is read; a longer one is shown cut. */
const MOST_ROW_BYTES = 4 * 1024 * 1024;
/** Read at first to find rows; more when they are longer or lie further behind. */
const FIRST_SPAN = 256 * 1024;
const WIDEST_SPAN = CHECKPOINT_STEP + MOST_ROW_BYTES;
const FIND_BYTES = 64 * 1024 * 1024;

/** Content to read from, and where its records begin; at least its first byte. */
export interface TableContent {
  storage_key: string;
  size_bytes: number;
  checkpoints: readonly Checkpoint[];
}

/** Buffers that one reader after the other fills: new ones for each call grew the web process by 100 MiB. */
const spare: Buffer[] = [];
const MOST_SPARE = 2;

/** Gives `length` bytes from `start` on, fewer at the end of the content, to `use`, which keeps none of them. */
async function readSpan<Result>(
  store: Store,
  content: TableContent,
  { start, length }: { start: number; length: number },
  use: (bytes: Buffer) => Result,
): Promise<Result> {
  const whole = spare.pop() ?? Buffer.allocUnsafeSlow(WIDEST_SPAN);
  try {
    const target = whole.subarray(0, Math.min(length, content.size_bytes - start));
    const read = await store.readInto(content.storage_key, start, target);
    return use(target.subarray(0, read));
  } finally {
    if (spare.length < MOST_SPARE) spare.push(whole);
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

interface Place {
  offset: number;
  record: number;
}

/** Byte behind the newline that ends a record. */
function behind(bytes: Buffer, end: number): number {
  const newline = bytes.indexOf(10, end);
  return newline < 0 ? bytes.length : newline + 1;
}

interface Step extends Place {
  rows: FoundRow[];
  isOver: boolean;
}

/** The wanted rows of one span, and where to read on. */
function takeRows(
  bytes: Buffer,
  from: Place,
  { first, most, isLast, isWidest }: { first: number; most: number; isLast: boolean; isWidest: boolean },
): Step {
  const rows: FoundRow[] = [];
  let { record } = from;
  let used = 0;
  for (const found of recordsIn(bytes, first + most - record)) {
    const isComplete = found.isWhole || isLast;
    if (!isComplete && (used > 0 || !isWidest)) break;
    if (record >= first) {
      const stop = Math.min(found.end, found.start + MOST_ROW_BYTES);
      rows.push({
        record,
        text: decode(bytes.subarray(found.start, stop)),
        is_cut: !isComplete || stop < found.end,
      });
    }
    // A row too long to be read whole: what follows it begins at the next checkpoint only.
    if (!isComplete) return { rows, offset: from.offset, record, isOver: true };
    record += 1;
    used = behind(bytes, found.end);
    if (rows.length >= most) break;
  }
  return { rows, offset: from.offset + used, record, isOver: used === 0 && isWidest };
}

/** Reads on from a checkpoint until `most` records from `first` on were met, holding one span and its rows at a time. */
async function readRecords(
  store: Store,
  content: TableContent,
  where: { from: Checkpoint; first: number; most: number },
): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  let place: Place = where.from;
  let length = FIRST_SPAN;
  while (rows.length < where.most && place.offset < content.size_bytes) {
    const { offset } = place;
    const isLast = offset + length >= content.size_bytes;
    const wanted = { first: where.first, most: where.most - rows.length };
    const isWidest = length === WIDEST_SPAN;
    const step = await readSpan(store, content, { start: offset, length }, (bytes) =>
      takeRows(bytes, place, { ...wanted, isLast, isWidest }),
    );
    rows.push(...step.rows);
    if (step.isOver) return rows;
    place = step;
    length = Math.min(4 * length, WIDEST_SPAN);
  }
  return rows;
}

/** As `readRecords`, and on from the checkpoint behind a row too long to be read whole. */
export async function readRows(
  store: Store,
  content: TableContent,
  wanted: { first: number; most: number },
): Promise<FoundRow[]> {
  const { checkpoints } = content;
  const rows: FoundRow[] = [];
  let { first } = wanted;
  while (rows.length < wanted.most) {
    const from = checkpointBefore(checkpoints, first);
    const found = await readRecords(store, content, { from, first, most: wanted.most - rows.length });
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

interface FindStep extends Place {
  isFound: boolean;
  isOver: boolean;
}

function findInSpan(
  bytes: Buffer,
  from: Place,
  { text, first, isLast, checkpoints }: Search & { isLast: boolean; checkpoints: readonly Checkpoint[] },
): FindStep {
  let { record } = from;
  let used = 0;
  for (const found of recordsIn(bytes, Number.MAX_SAFE_INTEGER)) {
    const isComplete = found.isWhole || isLast;
    if (!isComplete && used > 0) break;
    const end = Math.min(found.end, found.start + MOST_ROW_BYTES);
    const isFound = record >= first && bytes.toString('utf8', found.start, end).toLowerCase().includes(text);
    if (isFound) return { offset: from.offset + used, record, isFound, isOver: true };
    if (!isComplete) {
      // The rest of a very long row is not looked through; the next checkpoint is behind it.
      const next = checkpointBefore(checkpoints, record + 1);
      const hasNext = next.record === record + 1;
      return { offset: next.offset, record: hasNext ? record + 1 : record, isFound: false, isOver: !hasNext };
    }
    record += 1;
    used = behind(bytes, found.end);
  }
  return { offset: from.offset + used, record, isFound: false, isOver: false };
}

/** Goes through the records from `first` on, span by span, until the text is met or enough was read. */
export async function findText(
  store: Store,
  content: TableContent,
  search: Search,
): Promise<{ row: number | null; next_row: number; is_end: boolean }> {
  const { checkpoints, size_bytes } = content;
  let place: Place = checkpointBefore(checkpoints, search.first);
  let looked = 0;
  while (place.offset < size_bytes && looked < FIND_BYTES) {
    const { offset } = place;
    const isLast = offset + WIDEST_SPAN >= size_bytes;
    const step = await readSpan(store, content, { start: offset, length: WIDEST_SPAN }, (bytes) => {
      looked += bytes.length;
      return findInSpan(bytes, place, { ...search, isLast, checkpoints });
    });
    const row = step.record - search.header;
    if (step.isFound) return { row, next_row: row + 1, is_end: false };
    if (step.isOver) return { row: null, next_row: row, is_end: true };
    place = step;
  }
  return { row: null, next_row: place.record - search.header, is_end: place.offset >= size_bytes };
}
