/**
 * Resumable uploads: parts in any order, each idempotent; completing an upload hands it to intake. Owns upload,
 * upload_part.
 */

import {
  completeUpload,
  createPartLinks,
  createUpload,
  deleteUpload,
  getUpload,
  getUploadReport,
  listUploads,
  saveUpload,
} from '@omicon/contract/areas/files/files.ts';
import { intakeProgress, intakeReport } from '@omicon/contract/areas/uploads.ts';
import type { BodyOf, EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { hasAccess, type PermissionCode, type Principal } from '@omicon/domain/permissions/permissions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Socket } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { bodyOf } from '../../base/http/request-body.ts';
import {
  type Context,
  parseInput,
  type Route,
  refuseForeignOrigin,
  refuseWithoutAccess,
  serve,
  serveWrite,
} from '../../base/http/serve.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { findSignIn } from '../../base/sign-in/sessions.ts';
import { removeUnreferenced } from '../../database/operations/storage-keys.ts';
import { EMPTY_REPORT, NOT_STARTED } from '../../records/upload/intake-defaults.ts';
import * as statements from './sql.ts';

const PART_SIZE = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_OPEN_UPLOADS = 20;
const LINK_SECONDS = 1800;

const PERMISSION_BY_KIND: Record<statements.UploadRow['kind'], PermissionCode> = {
  collection: 'COLLECTION_CREATE',
  analysis: 'PROJECT_CREATE',
  resource: 'RESOURCE_CREATE',
  data: 'COLLECTION_CREATE',
};

/** Parts of 8 MiB, or larger if more than 10,000 would be needed. */
function partSizeOf(sizeBytes: number): number {
  return Math.max(PART_SIZE, Math.ceil(sizeBytes / MAX_PARTS / PART_SIZE) * PART_SIZE);
}

function numberOfParts(upload: { size_bytes: number; part_size: number }): number {
  return Math.ceil(upload.size_bytes / upload.part_size);
}

function sizeOfPart(upload: { size_bytes: number; part_size: number }, number: number): number {
  return Math.min(upload.part_size, upload.size_bytes - (number - 1) * upload.part_size);
}

function toReply(upload: statements.UploadRow, received: readonly { number: number }[]) {
  const held = new Set(received.map((part) => part.number));
  const parts = Array.from({ length: numberOfParts(upload) }, (_, index) => ({
    number: index + 1,
    size_bytes: sizeOfPart(upload, index + 1),
    is_received: held.has(index + 1),
  }));
  const { id: upload_id, kind, file_name, size_bytes, part_size, status } = upload;
  return { upload_id, kind, file_name, size_bytes, part_size, parts, status };
}

async function getUploadRow(db: Db, principal: Principal, id: number): Promise<statements.UploadRow> {
  const upload = await statements.findUpload(db, principal, id);
  if (!upload) throw notFound('upload');
  return upload;
}

/** Locks the upload until the transaction ends, so that it cannot be both completed and cancelled. */
async function takeOpenUpload(db: Db, principal: Principal, id: number): Promise<statements.UploadRow> {
  const upload = await statements.lockUpload(db, principal, id);
  if (!upload) throw notFound('upload');
  if (upload.status !== 'open') throw new PortalError('conflict', 'This upload is complete already.');
  return upload;
}

/** Whether the archive was put into the store by the person's own program, with temporary credentials. */
async function hasStaged({ store }: Services, upload: statements.UploadRow): Promise<boolean> {
  return (await store.staging?.sizeOf(upload.id)) === upload.size_bytes;
}

/**
 * The id of the upload whose archive has this address. The address is never fetched, only compared with those of the
 * portal's own uploads.
 * @throws PortalError 400 if no upload can have it
 */
function uploadNamedBy(address: string, { store, config }: Services): number {
  const [, digits] = /^(?:s3:\/\/.*|\/api)\/uploads\/([1-9]\d{0,8})(?:\/|\/archive)?$/.exec(address) ?? [];
  const id = Number(digits ?? 0);
  const addresses = [`/api/uploads/${id}`, `/api/uploads/${id}/`];
  if (store.staging !== null && config.s3 !== null)
    addresses.push(`s3://${config.s3.bucket}/${store.staging.prefixOf(id)}archive`);
  if (digits === undefined || !addresses.includes(address)) {
    const sentence = 'Please name one of your uploads, such as /api/uploads/12/.';
    throw new PortalError('invalid_input', sentence, { fields: { s3_url: sentence } });
  }
  return id;
}

/** Hands a fully received upload to intake, or to the reading of its draft; both verify its SHA-256. */
async function complete(
  {
    db,
    principal,
    services,
    audit,
  }: Pick<Context<EndpointSpec, Tx>, 'db' | 'principal' | 'services' | 'audit'>,
  { id, sha256 }: { id: number; sha256: string },
) {
  const upload = await takeOpenUpload(db, principal, id);
  const parts = await statements.listParts(db, upload.id);
  if (parts.length !== numberOfParts(upload) && !(await hasStaged(services, upload))) {
    throw new PortalError('conflict', `${numberOfParts(upload) - parts.length} parts have not arrived yet.`);
  }
  const announced = Buffer.from(sha256, 'hex');
  if (upload.kind === 'data') {
    await statements.completeDraft(db, upload, announced);
    await addJob(db, 'read_draft', { key: `draft ${upload.id}`, payload: { upload_id: upload.id } });
  } else {
    const runId = await statements.createIntakeRun(db, upload, announced);
    await addJob(db, 'run_intake', { key: `intake ${runId}`, payload: { intake_run_id: runId } });
  }
  await audit({ action: 'complete upload', object_type: 'upload', object_number: upload.id });
  return toReply({ ...upload, status: 'checking' }, parts);
}

/** @throws PortalError 400 unless exactly uploads of kind data name files, which are as large as the upload together */
function refuseOtherFiles({ kind, files, size_bytes }: BodyOf<typeof createUpload>): void {
  const sentence =
    kind !== 'data' && files !== undefined
      ? 'Only uploads of kind data have files.'
      : kind === 'data' && files?.reduce((sum, file) => sum + file.size_bytes, 0) !== size_bytes
        ? 'Name the files of the upload; their sizes add up to its size.'
        : null;
  if (sentence !== null) throw new PortalError('invalid_input', sentence, { fields: { files: sentence } });
}

export const uploadRoutes: Route[] = [
  serveWrite(createUpload, async ({ db, principal, body }) => {
    refuseOtherFiles(body);
    if (principal.person_id === null || !principal.permissions.has(PERMISSION_BY_KIND[body.kind])) {
      throw new PortalError('permission_denied', 'You do not have permission to perform this action.');
    }
    await statements.lockUploads(db, principal.person_id);
    if ((await statements.countUploads(db, principal.person_id, { open: true })) >= MAX_OPEN_UPLOADS) {
      throw new PortalError(
        'too_many_requests',
        'You have 20 unfinished uploads. Finish or cancel one first.',
      );
    }
    const upload = await statements.createUpload(db, {
      person_id: principal.person_id,
      kind: body.kind,
      file_name: body.file_name,
      size_bytes: body.size_bytes,
      part_size: partSizeOf(body.size_bytes),
      visibility: body.visibility ?? null,
    });
    if (body.files !== undefined) await statements.createDraft(db, upload.id, body.files);
    return toReply(upload, []);
  }),

  serve(listUploads, async ({ db, principal }) => {
    const person_id = principal.person_id ?? 0;
    const [rows, total] = await Promise.all([
      statements.listUploads(db, person_id),
      statements.countUploads(db, person_id, { open: false }),
    ]);
    const results = await Promise.all(
      rows.map(async (row) => toReply(row, await statements.listParts(db, row.id))),
    );
    return { results, total };
  }),

  serve(getUpload, async ({ db, principal, params }) => {
    const upload = await getUploadRow(db, principal, params.id);
    return toReply(upload, await statements.listParts(db, upload.id));
  }),

  serve(createPartLinks, async ({ db, principal, params, body }) => {
    const upload = await getUploadRow(db, principal, params.id);
    if (upload.status !== 'open') throw new PortalError('conflict', 'This upload is complete already.');
    const wrong = body.numbers.find((number) => number > numberOfParts(upload));
    if (wrong !== undefined) throw new PortalError('invalid_input', `This upload has no part ${wrong}.`);
    const expires_at = new Date(Date.now() + LINK_SECONDS * 1000).toISOString();
    return {
      links: body.numbers.map((number) => ({
        number,
        url: `/api/upload-parts/${upload.id}/${number}`,
        expires_at,
      })),
    };
  }),

  serveWrite(completeUpload, (context) =>
    complete(context, { id: context.params.id, sha256: context.body.sha256 }),
  ),

  serveWrite(saveUpload, (context) => {
    const { s3_url, sha256 } = context.body;
    return complete(context, { id: uploadNamedBy(s3_url, context.services), sha256 });
  }),

  // Objects are deleted after the commit; otherwise a rollback would leave records without objects.
  serve(deleteUpload, async ({ db, principal, params, services }) => {
    const parts = await db.transaction().execute(async (tx) => {
      const upload = await takeOpenUpload(tx, principal, params.id);
      const held = await statements.listParts(tx, upload.id);
      await statements.deleteUpload(tx, upload.id);
      return held;
    });
    await removeUnreferenced(
      db,
      services.store,
      parts.map((part) => part.sha256.toString('hex')),
    );
    await services.store.staging?.remove(params.id);
    return { detail: 'The upload is cancelled.' };
  }),

  serve(getUploadReport, async ({ db, principal, params }) => {
    const upload = await getUploadRow(db, principal, params.id);
    const run = await statements.findIntakeRun(db, upload.id);
    return {
      status: upload.status,
      progress: run?.progress ? intakeProgress.parse(run.progress) : NOT_STARTED,
      ...(run?.report ? intakeReport.parse(run.report) : EMPTY_REPORT),
    };
  }),
];

const partParams = z.object({
  id: z.coerce.number().int().min(1).max(2_147_483_647),
  number: z.coerce.number().int().min(1).max(MAX_PARTS),
});

async function receivePart(
  request: FastifyRequest,
  services: Services,
): Promise<{ number: number; sha256: string }> {
  refuseForeignOrigin(request);
  const signIn = await findSignIn(services.db, request);
  refuseWithoutAccess(createPartLinks.permission, signIn);
  const { id, number } = parseInput(partParams, request.params);
  const upload = await getUploadRow(services.db, signIn.principal, id);
  if (upload.status !== 'open') throw new PortalError('conflict', 'This upload is complete already.');
  if (number > numberOfParts(upload))
    throw new PortalError('invalid_input', `This upload has no part ${number}.`);
  const size = sizeOfPart(upload, number);
  const refusal = new PortalError('invalid_input', 'This part is larger than it should be.');
  const stored = await services.store.put(bodyOf(request.raw, size, refusal));
  if (stored.sizeBytes !== size) {
    await removeUnreferenced(services.db, services.store, [stored.storageKey]);
    throw new PortalError(
      'invalid_input',
      `Part ${number} has ${stored.sizeBytes} bytes instead of ${size}. Please send it again.`,
    );
  }
  const saved = await statements.savePart(services, {
    upload_id: upload.id,
    number,
    size_bytes: size,
    sha256: stored.sha256,
  });
  if (!saved) {
    await removeUnreferenced(services.db, services.store, [stored.storageKey]);
    throw new PortalError('conflict', 'This upload has been completed or cancelled.');
  }
  const { replaced } = saved;
  if (replaced !== null && replaced !== stored.storageKey)
    await removeUnreferenced(services.db, services.store, [replaced]);
  return { number, sha256: stored.sha256.toString('hex') };
}

/** `PUT /api/upload-parts/{upload}/{number}`: the bytes of one part, as they are. */
export function registerUploadParts(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the body as a stream, whatever its content type.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.put('/api/upload-parts/:id/:number', { bodyLimit: Number.MAX_SAFE_INTEGER }, (request) =>
      receivePart(request, services),
    );
  });
}

export const importProgressSocket: Socket = {
  path: '/ws/import-progress/:id/',
  type: 'import-progress',
  async authorize(db, principal, id) {
    if (!hasAccess(principal, getUpload.permission) || !/^[1-9][0-9]{0,8}$/.test(id))
      throw notFound('upload');
    if (!(await statements.ownsRunningUpload(db, principal, Number(id)))) throw notFound('upload');
    return `upload ${id}`;
  },
};
