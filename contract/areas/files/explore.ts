import { z } from 'zod';
import { endpoint, text } from '../../base/endpoint.ts';

const fileKey = text(1000).min(1, 'Please provide a valid key for download');
const recordIndex = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

export const INDEX_STATES = ['waiting', 'unpacking', 'indexing', 'ready', 'failed'] as const;

const tableState = z.object({
  state: z.enum(INDEX_STATES),
  /** rows indexed so far; all rows once `state` is ready */
  known_rows: z.int(),
  /** null until the whole file is indexed */
  number_of_rows: z.int().nullable(),
  /** share of the file that is indexed, in [0, 1] */
  progress: z.number(),
});
export type TableState = z.output<typeof tableState>;

/** Rows count from 0, without the header. The first call for a file starts indexing. */
export const exploreTable = endpoint({
  method: 'POST',
  path: '/api/files/explore/',
  summary: 'Rows and columns of a large text table, by range.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  body: z.object({
    key: fileKey,
    row: recordIndex.default(0),
    rows: z.int().min(1).max(500).default(100),
    column: recordIndex.default(0),
    columns: z.int().min(1).max(100).default(25),
  }),
  reply: tableState.extend({
    /** '' for text whose lines are not split into cells */
    delimiter: z.enum([',', '\t', ';', '']),
    number_of_columns: z.int(),
    columns: z.array(
      z.object({
        place: z.int(),
        name: z.string(),
        kind: z.enum(['number', 'date', 'text', 'empty']),
      }),
    ),
    rows: z.array(
      z.object({
        row: z.int(),
        cells: z.array(z.string()),
        /** longer than the limit of a row */
        is_cut: z.boolean(),
      }),
    ),
  }),
});

/** Searches at most 64 MiB; if `row` is null and `is_end` false, continue at `next_row`. */
export const findInTable = endpoint({
  method: 'POST',
  path: '/api/files/explore/find/',
  summary: 'Next row of a large text table that contains a text, ignoring case.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  body: z.object({ key: fileKey, text: text(200).min(1, 'Enter text'), row: recordIndex.default(0) }),
  reply: z.object({
    row: z.int().nullable(),
    next_row: z.int(),
    is_end: z.boolean(),
  }),
});
