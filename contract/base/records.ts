import { FILE_TYPES } from '@omicon/domain/files/file-kinds.ts';
import { VISIBILITIES } from '@omicon/domain/permissions/permissions.ts';
import { ENTITY_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { z } from 'zod';

export const attribute = z.object({ name: z.string(), value: z.string().nullable() });

export const recordVersion = z.object({
  version: z.int(),
  upload_date: z.string(),
  is_current: z.boolean(),
});

/** Fields of the first line of every record page. `id` is the permanent number of the Omicon ID. */
export const recordHead = z.object({
  id: z.int(),
  omicon_id: z.string(),
  title: z.string(),
  version: z.int(),
  visibility: z.enum(VISIBILITIES),
  owner: z.string().nullable(),
  upload_date: z.string(),
});

/**
 * A file or folder row. `key` opens it (preview, download) and is `<number>/<name>`; a folder has none.
 * `sizeByteVal` is the size in bytes for sorting, `size` the text shown.
 */
export const fileItem = z.object({
  id: z.int().nullable(),
  key: z.string().nullable(),
  name: z.string(),
  fileType: z.enum(FILE_TYPES),
  size: z.string(),
  sizeByteVal: z.number(),
  visibility: z.enum(VISIBILITIES),
  visibilityDisplayName: z.string(),
  owner: z.string().nullable(),
  uploaded_on: z.string(),
  entity_type: z.enum(ENTITY_TYPES),
  entity_id: z.int(),
  /** path of its folder, '' at the top of its record */
  folder: z.string(),
  /** readable location: record title and folder */
  location: z.string(),
  has_comment: z.boolean(),
  comment_count: z.int(),
  /** files below, for folders */
  number_of_files: z.int().nullable(),
});
export type FileItem = z.output<typeof fileItem>;

/** Labels of coded values of one sample attribute, by value; values without a label are shown unchanged. */
export const valueLabels = z.record(z.string(), z.string());

/** One attribute of a treemap with the number of samples for each value; NA is `null`. */
export const treemapAttribute = z.object({
  name: z.string(),
  attributeName: z.string(),
  displayName: z.string(),
  type: z.enum(['NORMAL', 'OPTIONAL']),
  values: z.array(z.object({ name: z.string().nullable(), count: z.int() })),
  value_labels: valueLabels,
});
export type TreemapAttribute = z.output<typeof treemapAttribute>;

/** What a module is about, in a few words: from its most enriched gene set, or given by a person; null for no theme. */
export const moduleTheme = z.string().nullable();

/** A module by its colour and its theme. */
export const moduleLink = z.object({
  id: z.int(),
  omicon_id: z.string(),
  name: z.string(),
  theme: moduleTheme,
});

/** A record by its name, for a link to its page. */
export const recordLink = z.object({ id: z.int(), omicon_id: z.string(), name: z.string() });

/** A meta-module with its support: cohorts that have it, of those in which it could be found. */
export const supportedMetaModule = recordLink.extend({ found: z.int(), findable: z.int() });
