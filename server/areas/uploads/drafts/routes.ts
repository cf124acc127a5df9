/** Drafts: files of other forms, between their upload and their import. Uploads themselves are in the files area. */
import {
  type Draft,
  dataMap,
  dataProposal,
  deleteDraft,
  getDraft,
  saveDraftMap,
  storeDraft,
} from '@omicon/contract/areas/drafts.ts';
import { intakeProgress } from '@omicon/contract/areas/uploads.ts';
import type { DataProposal } from '@omicon/domain/data-map/data-map.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../../base/http/serve.ts';
import { addJob } from '../../../base/jobs/jobs.ts';
import type { Tx } from '../../../base/postgres/database.ts';
import { removeUnreferenced } from '../../../database/operations/storage-keys.ts';
import { NOT_STARTED } from '../../../records/upload/intake-defaults.ts';
import { draftFiles } from './source-files.ts';
import * as statements from './sql-drafts.ts';

function toReply(row: statements.DraftRow): Draft {
  return {
    upload_id: row.upload_id,
    files: draftFiles.parse(row.files).map(({ name, size_bytes }) => ({ name, size_bytes })),
    status: row.status,
    progress: row.progress === null ? NOT_STARTED : intakeProgress.parse(row.progress),
    map: row.map === null ? null : dataMap.parse(row.map),
    proposal: row.proposal === null ? null : dataProposal.parse(row.proposal),
    fault: row.fault,
  };
}

/** @throws PortalError 404 for drafts of others, 409 for one that is not open to decisions */
async function takeDraft(
  tx: Tx,
  principal: Principal,
  { id, statuses }: { id: number; statuses: readonly statements.DraftRow['status'][] },
): Promise<statements.DraftRow> {
  const draft = await statements.lockOwnDraft(tx, principal, id);
  if (draft === undefined) throw notFound('draft');
  if (statuses.includes(draft.status)) return draft;
  const sentence =
    draft.status === 'open'
      ? 'The files of this draft have not arrived yet.'
      : draft.status === 'checking'
        ? 'The files of this draft are being read. Please wait until they are.'
        : 'This draft is stored already, or cannot be.';
  throw new PortalError('conflict', sentence);
}

/** @throws PortalError 409 with what is to be done before the draft can be stored */
function refuseUndecided({ findings }: DataProposal): void {
  const refused = findings.find(({ level }) => level === 'refused');
  if (refused !== undefined) throw new PortalError('conflict', refused.sentence);
  const open = findings.find(({ level }) => level === 'confirm');
  if (open !== undefined) throw new PortalError('conflict', `Please confirm: ${open.sentence}`);
}

export const draftRoutes: Route[] = [
  serve(getDraft, async ({ db, principal, params }) => {
    const draft = await statements.findOwnDraft(db, principal, params.id);
    if (draft === undefined) throw notFound('draft');
    return toReply(draft);
  }),

  serveWrite(saveDraftMap, async ({ db, principal, params, body }) => {
    const statuses = ['mapping', 'checking'] as const;
    const draft = await takeDraft(db, principal, { id: params.id, statuses });
    if (draft.proposal === null)
      throw new PortalError(
        'conflict',
        'The files of this draft are being read. Please wait until they are.',
      );
    await statements.saveMap(db, params.id, body);
    await addJob(db, 'read_draft', { key: `draft ${params.id}`, payload: { upload_id: params.id } });
    return toReply({ ...draft, map: body, status: 'checking' });
  }),

  serveWrite(storeDraft, async ({ db, principal, params, audit }) => {
    const draft = await takeDraft(db, principal, { id: params.id, statuses: ['mapping'] });
    refuseUndecided(dataProposal.parse(draft.proposal));
    const runId = await statements.createDraftRun(db, draft, dataMap.parse(draft.map).visibility);
    await addJob(db, 'store_draft', {
      key: `intake ${runId}`,
      payload: { upload_id: params.id, intake_run_id: runId },
    });
    await audit({ action: 'store draft', object_type: 'upload', object_number: params.id });
    return toReply({ ...draft, status: 'storing' });
  }),

  // Objects are deleted after the commit; otherwise a rollback would leave records without objects.
  serve(deleteDraft, async ({ db, principal, params, services }) => {
    const keys = await db.transaction().execute(async (tx) => {
      await takeDraft(tx, principal, { id: params.id, statuses: ['open', 'checking', 'mapping'] });
      return statements.deleteDraft(tx, params.id);
    });
    await removeUnreferenced(db, services.store, keys);
    await services.store.staging?.remove(params.id);
    return { detail: 'The draft is deleted.' };
  }),
];
