/** Parses the multipart form of a bug report: its text and its pictures, each validated before anything is stored. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import {
  bugReportMetadata,
  MAX_SCREENSHOT,
  MAX_SCREENSHOTS,
  SCREENSHOT_TYPES,
} from '@omicon/contract/areas/feedback.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PortalError } from '../../base/errors.ts';
import { type FormRefusals, readFormParts, toFormRefusal } from '../../base/http/forms.ts';
import { refuseMisshapen } from '../../base/http/json.ts';
import { parseInput } from '../../base/http/serve.ts';
import { type Picture, readPicture } from './picture.ts';

/** Limit of declared pixels, as the browsers of administrators have to draw the picture. */
const MAX_PIXELS = 50_000_000;
const MAX_TEXT_LENGTH = 128 * 1024;
/** All parts at their maximum, plus room for the boundaries. */
const MAX_FORM = MAX_SCREENSHOTS * MAX_SCREENSHOT + MAX_TEXT_LENGTH + 64 * 1024;
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: MAX_TEXT_LENGTH,
  fields: 1,
  fileSize: MAX_SCREENSHOT,
  files: MAX_SCREENSHOTS,
  headerPairs: 20,
  parts: MAX_SCREENSHOTS + 1,
};

const TOO_MANY = `A report has one text and at most ${MAX_SCREENSHOTS} screenshots.`;
const TOO_LARGE = 'A screenshot may have 5 MB at most.';

const NO_JSON = 'The part metadata is not valid JSON.';

const REFUSALS: FormRefusals = new Map([
  ['FST_PARTS_LIMIT', ['invalid_input', TOO_MANY]],
  ['FST_FILES_LIMIT', ['invalid_input', TOO_MANY]],
  ['FST_FIELDS_LIMIT', ['invalid_input', TOO_MANY]],
  ['FST_REQ_FILE_TOO_LARGE', ['too_large', TOO_LARGE]],
  ['FST_PROTO_VIOLATION', ['invalid_input', 'The form has a part with a forbidden name.']],
  ['FST_INVALID_JSON_FIELD_ERROR', ['invalid_input', NO_JSON]],
]);

/** A validated picture in a temporary folder. */
export interface FormPicture extends Picture {
  name: string;
  size_bytes: number;
  path: string;
}

export interface ReportForm {
  metadata: z.output<typeof bugReportMetadata>;
  pictures: readonly FormPicture[];
  /** deletes the temporary folder */
  remove(): Promise<void>;
}

/** The file name as a label, without path separators and control characters. */
function cleanName(name: string | undefined): string {
  const clean = (name ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
    .slice(0, 200);
  return clean === '' ? 'screenshot' : clean;
}

async function readScreenshot(part: MultipartFile, folder: string, number: number): Promise<FormPicture> {
  const name = cleanName(part.filename);
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw toFormRefusal(error, REFUSALS);
  });
  const picture = readPicture(bytes);
  if (picture === null || !SCREENSHOT_TYPES.includes(picture.media_type))
    throw new PortalError('unsupported_type', `${name} is no whole PNG, JPEG or WebP picture.`);
  if (picture.width * picture.height > MAX_PIXELS)
    throw new PortalError('too_large', `${name} has more than 50 megapixels.`);
  const file_path = path.join(folder, String(number));
  await writeFile(file_path, bytes);
  return { ...picture, name, size_bytes: bytes.length, path: file_path };
}

function readMetadata(value: unknown): ReportForm['metadata'] {
  let parsed = value;
  if (typeof value === 'string') {
    try {
      parsed = JSON.parse(value);
    } catch {
      throw new PortalError('invalid_input', NO_JSON);
    }
  }
  refuseMisshapen(parsed);
  return parseInput(bugReportMetadata, parsed);
}

async function readParts(request: FastifyRequest, folder: string) {
  const pictures: FormPicture[] = [];
  let metadata: ReportForm['metadata'] | null = null;
  for await (const part of readFormParts(request, LIMITS, REFUSALS)) {
    if (part.type === 'file' && part.fieldname === 'screenshots')
      pictures.push(await readScreenshot(part, folder, pictures.length + 1));
    else if (part.type === 'field' && part.fieldname === 'metadata' && metadata === null) {
      if (part.valueTruncated) throw new PortalError('too_large', 'The text of the report is too long.');
      metadata = readMetadata(part.value);
    } else
      throw new PortalError(
        'invalid_input',
        'The form has a part that is neither "metadata" nor "screenshots".',
      );
  }
  if (metadata === null) throw new PortalError('invalid_input', 'The form lacks its part "metadata".');
  return { metadata, pictures };
}

/** @throws PortalError for the first invalid part; nothing of the form is left behind then */
export async function readReportForm(request: FastifyRequest): Promise<ReportForm> {
  if (!request.isMultipart())
    throw new PortalError('unsupported_type', 'A bug report comes as multipart/form-data.');
  // Node enforces the declared length, so the upload is bounded.
  const length = request.headers['content-length'];
  if (length === undefined) throw new PortalError('invalid_input', 'The form has no Content-Length.');
  if (!(Number(length) <= MAX_FORM))
    throw new PortalError('too_large', `A report with its screenshots may have 25 MB at most. ${TOO_LARGE}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-report-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await readParts(request, folder)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
