import { z } from 'zod';
import { detailReply, endpoint, optionalKey, recordNumber, text } from '../base/endpoint.ts';
import { ENTITY_TYPES } from '../base/records.ts';
import { downloadNotification } from './notifications.ts';

const NO_KEY = 'Please provide a valid key for download';

/** Whoever may download one file or a selection; which files, their records decide. */
const DOWNLOADERS = { anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] } as const;

/** `over`: it was ready, and its bytes are no longer kept. */
export const DOWNLOAD_STATES = ['waiting', 'preparing', 'ready', 'failed', 'cancelled', 'over'] as const;

/** Container images of a covariation network. */
export const IMAGE_TYPES = ['docker', 'kme-docker'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const NETWORK_TYPES = [...IMAGE_TYPES, 'kme-table'] as const;

export function isImageType(type: string): type is ImageType {
  return IMAGE_TYPES.some((each) => each === type);
}

function isOfNetwork(type: string): boolean {
  return NETWORK_TYPES.some((each) => each === type);
}

/** An address that sends the bytes to its person until `expires_at`. */
const link = z.object({ url: z.string(), expires_at: z.string() });

/** `key` opens a download that is ready, and is `<id>/<name>`. */
const download = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  /** files it holds; of an image, files it is made of */
  number_of_files: z.number().int(),
  /** bytes of all files together; of an image, of its archive when it is ready and until then what has to be read */
  file_size: z.number(),
  state: z.enum(DOWNLOAD_STATES),
  bytes_done: z.number(),
  seconds_left: z.number().nullable(),
  /** why it failed */
  message: z.string().nullable(),
  key: z.string().nullable(),
});
export type Download = z.output<typeof download>;

/** A folder of a record with everything below it; '' is the whole record. */
const folder = z.object({
  entity_type: z.enum(ENTITY_TYPES),
  entity_id: recordNumber,
  /** without it the current version */
  version: recordNumber.optional(),
  folder: text(1000).default(''),
});

const fileKey = text(1000).min(1, NO_KEY);

/**
 * Types that the specification lets download without notification, and small files, come with their link at once.
 * Everything else is made ready by a job, which tells the person by a notification.
 */
export const createDownload = endpoint({
  method: 'POST',
  path: '/api/downloads/',
  summary: 'Ask for one file, a zip of files, folders and whole records, or an image or table of a network.',
  permission: DOWNLOADERS,
  object: 'file',
  body: z
    .object({
      type: z.enum(['file', 'zip', ...NETWORK_TYPES]),
      key: optionalKey,
      keys: z.array(fileKey).max(1000, 'A selection names at most 1,000 files.').optional(),
      folders: z.array(folder).max(100, 'A selection names at most 100 folders.').optional(),
      /** number of a network, for its images and its kME table */
      co_variation_network_id: recordNumber.optional(),
      /** of the analysis of that network; without it the current one */
      version: recordNumber.optional(),
    })
    .refine(
      ({ type, key, keys = [], folders = [], co_variation_network_id }) =>
        isOfNetwork(type)
          ? co_variation_network_id !== undefined
          : key !== undefined || keys.length + folders.length > 0,
      NO_KEY,
    )
    .refine(
      ({ type, key, keys, folders, co_variation_network_id, version }) =>
        isOfNetwork(type)
          ? [key, keys, folders].every((each) => each === undefined)
          : [co_variation_network_id, version].every((each) => each === undefined),
      'Files and networks are asked for one by one',
    )
    .refine(
      ({ type, key, keys = [], folders = [] }) =>
        type !== 'file' || (folders.length === 0 && keys.length + Number(key !== undefined) === 1),
      'More than one file comes as a zip',
    ),
  status: 201,
  reply: download.extend({ link: link.nullable() }),
});

const byId = z.object({ id: z.string().regex(/^[\w-]{32}$/, NO_KEY) });

export const listDownloads = endpoint({
  method: 'GET',
  path: '/api/downloads/',
  summary: 'Own downloads that are being made ready, and those of the last hour that ended.',
  permission: DOWNLOADERS,
  object: 'none',
  reply: z.object({ results: z.array(download) }),
});

export const getDownload = endpoint({
  method: 'GET',
  path: '/api/downloads/:id/',
  summary: 'How far a download is.',
  permission: DOWNLOADERS,
  object: 'download',
  params: byId,
  reply: download,
});

export const cancelDownload = endpoint({
  method: 'DELETE',
  path: '/api/downloads/:id/',
  summary: 'Stop making a download ready.',
  permission: DOWNLOADERS,
  object: 'download',
  params: byId,
  reply: detailReply,
});

export const createDownloadLink = endpoint({
  method: 'POST',
  path: '/api/downloads/:id/link/',
  summary: 'Signed link to a download that is ready.',
  permission: DOWNLOADERS,
  object: 'download',
  params: byId,
  reply: link,
});

/** The job that makes a download ready does the same by itself. Only the key counts; the rest is read from the record. */
export const createDownloadNotification = endpoint({
  method: 'POST',
  path: '/api/download-notifications/',
  summary: 'Note in the download log that a download is ready; once, however often it is asked.',
  permission: DOWNLOADERS,
  object: 'download',
  body: z.object({
    key: text(1000).min(1, NO_KEY),
    name: text(1000).optional(),
    file_size: z.number().optional(),
    type: text(100).optional(),
  }),
  status: 201,
  reply: downloadNotification,
});
