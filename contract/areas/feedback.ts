/** Bug reports and feedback, from signed-in people and public pages. */
import { z } from 'zod';
import { endpoint, idParams, listQuery, page, recordNumber, text } from '../base/endpoint.ts';
import { personFields } from '../base/person-fields.ts';

export const REPORT_STATUSES = ['new', 'open', 'closed'] as const;

/** Limits of a public form: pictures per report, and bytes per picture. */
export const MAX_SCREENSHOTS = 5;
export const MAX_SCREENSHOT = 5 * 1024 * 1024;
export const SCREENSHOT_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

const { first_name, last_name } = personFields;
const email = text(320)
  .trim()
  .min(1, 'Enter email address')
  .pipe(z.email("You've entered an incorrect email address."));

/** The JSON of part `metadata`; pictures are parts `screenshots`. */
export const bugReportMetadata = z.strictObject({
  first_name,
  last_name,
  reporter_email: email,
  reporter_phone: text(13)
    .regex(/^[0-9]*$/, 'Please enter a valid number')
    .refine((digits) => digits === '' || digits.length >= 6, 'Minimum length is 6')
    .nullable()
    .optional(),
  omicon_version: text(100).default(''),
  browser_version: text(500).default(''),
  os_version: text(200).default(''),
  timezone: text(100).default(''),
  environmental_variables: text(5000).default(''),
  bug_description: text(10_000).trim().min(1, 'Enter bug description'),
  steps_to_produce_bug: text(10_000).default(''),
});

const recorded = z.object({ id: z.int(), detail: z.string() });

export const createBugReport = endpoint({
  method: 'POST',
  path: '/api/create-bug-report/',
  summary: 'Report a bug, with screenshots.',
  permission: 'anyone',
  object: 'none',
  status: 201,
  form: {
    json: { name: 'metadata', shape: bugReportMetadata },
    files: { name: 'screenshots', most: MAX_SCREENSHOTS },
  },
  reply: recorded,
});

export const createFeedback = endpoint({
  method: 'POST',
  path: '/api/create-feedback-comment/',
  summary: 'Send feedback.',
  permission: 'anyone',
  object: 'none',
  status: 201,
  body: z.strictObject({
    first_name,
    last_name,
    email,
    omicon_version: text(100).default(''),
    comment: text(10_000).trim().min(1, 'Enter comment'),
  }),
  reply: recorded,
});

const status = z.enum(REPORT_STATUSES);
const screenshot = z.object({
  place: z.int(),
  name: z.string(),
  media_type: z.enum(SCREENSHOT_TYPES),
  width: z.int(),
  height: z.int(),
  size_bytes: z.number(),
});

const bugReport = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  reporter_email: z.string(),
  reporter_phone: z.string().nullable(),
  omicon_version: z.string(),
  browser_version: z.string(),
  os_version: z.string(),
  timezone: z.string(),
  environmental_variables: z.string(),
  bug_description: z.string(),
  steps_to_produce_bug: z.string().nullable(),
  screenshots: z.array(screenshot),
  /** user name, null if it came from a public page */
  reported_by: z.string().nullable(),
  status,
  version: z.int(),
  created_at: z.string(),
});
export type BugReport = z.output<typeof bugReport>;

const feedbackItem = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  omicon_version: z.string(),
  comment: z.string(),
  reported_by: z.string().nullable(),
  status,
  version: z.int(),
  created_at: z.string(),
});
export type FeedbackItem = z.output<typeof feedbackItem>;

const reportQuery = listQuery(['created_at', 'status', 'last_name']).extend({
  order: z.enum(['asc', 'desc']).default('desc'),
  status: status.optional(),
});

export const listBugReports = endpoint({
  method: 'GET',
  path: '/api/bug-reports/',
  summary: 'Bug reports, newest first.',
  permission: 'FEEDBACK_LIST_VIEW',
  object: 'none',
  query: reportQuery,
  reply: page(bugReport),
});

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/feedback/',
  summary: 'Feedback, newest first.',
  permission: 'FEEDBACK_LIST_VIEW',
  object: 'none',
  query: reportQuery,
  reply: page(feedbackItem),
});

/** The picture as an attachment with a safe type; pages draw it from its bytes. */
export const getBugReportScreenshot = endpoint({
  method: 'GET',
  path: '/api/bug-reports/:id/screenshots/:place/',
  summary: 'One screenshot of a bug report.',
  permission: 'FEEDBACK_LIST_VIEW',
  object: 'none',
  params: idParams.extend({ place: recordNumber.max(MAX_SCREENSHOTS) }),
  reply: z.unknown(),
});

const statusChange = z.strictObject({ status, version: z.int32() });

export const updateBugReport = endpoint({
  method: 'PUT',
  path: '/api/bug-reports/:id/',
  summary: 'Set the status of a bug report.',
  permission: 'FEEDBACK_EDIT',
  object: 'none',
  params: idParams,
  body: statusChange,
  reply: bugReport,
});

export const updateFeedback = endpoint({
  method: 'PUT',
  path: '/api/feedback/:id/',
  summary: 'Set the status of a piece of feedback.',
  permission: 'FEEDBACK_EDIT',
  object: 'none',
  params: idParams,
  body: statusChange,
  reply: feedbackItem,
});
