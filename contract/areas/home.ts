import { ENTITY_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { z } from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { fileItem } from '../base/records.ts';

/** Further comments are not counted. */
export const MOST_NEW_COMMENTS = 100;
/** Further files of a record are not counted. */
export const MOST_FILES_COUNTED = 1000;

/** Records and comments of other people that came since the last visit. */
const news = z.object({
  /** the sign-in before the present one, but at most 30 days ago */
  since: z.string(),
  data_collections: z.int(),
  data_sets: z.int(),
  networks: z.int(),
  /** at most `MOST_NEW_COMMENTS` */
  comments: z.int(),
  /** the newest of these comments */
  newest_comments: z.array(
    z.object({ id: z.int(), said_by: z.string(), text: z.string(), comment_page_url: z.string() }),
  ),
});
export type HomeNews = z.output<typeof news>;

const homeCollection = z.object({
  id: z.int(),
  title: z.string(),
  /** those that the caller may read, as are their technologies */
  data_sets: z.int(),
  number_of_samples: z.int(),
  technologies: z.array(z.string()),
  upload_date: z.string(),
});
export type HomeCollection = z.output<typeof homeCollection>;

const homeAnalysis = z.object({
  id: z.int(),
  title: z.string(),
  networks: z.int(),
  modules: z.int(),
  /** of its input data set; null if that has none, or the caller may not read it */
  technology: z.string().nullable(),
  upload_date: z.string(),
});
export type HomeAnalysis = z.output<typeof homeAnalysis>;

/** Files of a record that were brought, or that the portal made of it. */
const someFiles = z.object({
  /** the first ones by folder and name */
  files: z.array(fileItem),
  /** at most `MOST_FILES_COUNTED` */
  total: z.int(),
});

const homeFiles = z.object({
  entity_type: z.enum(ENTITY_TYPES),
  id: z.int(),
  title: z.string(),
  upload_date: z.string(),
  brought: someFiles,
  /** kME tables and other files computed from these, and all files of the output of a pipeline run */
  made: someFiles,
});
export type HomeFiles = z.output<typeof homeFiles>;

/** Parts whose permission the caller lacks are empty. */
export const getHome = endpoint({
  method: 'GET',
  path: '/api/home/',
  summary: 'What is new since your last visit, and the newest collections, analyses and files by record.',
  permission: 'signed in',
  object: 'any record',
  reply: z.object({
    /** null at the first visit, and for guests */
    news: news.nullable(),
    data_collections: z.array(homeCollection),
    analyses: z.array(homeAnalysis),
    /** records with files, newest first */
    files: z.array(homeFiles),
  }),
});
