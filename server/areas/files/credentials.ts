/** Temporary credentials of the object store, limited to what the person may download or upload anyway (SEC-3). */
import { createUpload, getTemporaryCredentials } from '@omicon/contract/areas/files/files.ts';
import { filePermission, hasAccess, type Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { createTemporaryCredentials, type Grant } from '../../base/store/s3/temporary-credentials.ts';
import { objectKey } from '../../base/store/store.ts';
import { parseFileKey } from '../../records/file/file-rows.ts';
import { findFile, findUpload } from './sql.ts';

const NO_KEY = 'Please provide a valid key for download';
const NOT_ALLOWED = 'You do not have permission to perform this action.';

interface Granted {
  grant: Grant;
  objects: { key: string; object: string }[];
  prefix: string | null;
}

async function grantDownload(db: Db, principal: Principal, keys: readonly string[]): Promise<Granted> {
  if (keys.length === 0) throw new PortalError('invalid_input', NO_KEY);
  const objects: Granted['objects'] = [];
  for (const key of keys) {
    const id = parseFileKey(key);
    if (id === null) throw new PortalError('invalid_input', NO_KEY);
    const file = await findFile(db, principal, id);
    if (!file) throw notFound('file');
    if (!principal.permissions.has(filePermission(file, 'DOWNLOAD')))
      throw new PortalError('permission_denied', NOT_ALLOWED);
    objects.push({ key, object: objectKey(file.storage_key) });
  }
  return { grant: { purpose: 'download', keys: objects.map(({ object }) => object) }, objects, prefix: null };
}

async function grantUpload(
  { db, store }: Pick<Services, 'db' | 'store'>,
  principal: Principal,
  uploadId: number | undefined,
): Promise<Granted> {
  if (!hasAccess(principal, createUpload.permission)) throw new PortalError('permission_denied', NOT_ALLOWED);
  if (uploadId === undefined)
    throw new PortalError('invalid_input', 'Please begin an upload first and name it as upload_id.');
  const upload = await findUpload(db, principal, uploadId);
  if (!upload) throw notFound('upload');
  if (upload.status !== 'open') throw new PortalError('conflict', 'This upload is complete already.');
  const prefix = store.staging?.prefixOf(upload.id) ?? '';
  return { grant: { purpose: 'upload', prefix }, objects: [], prefix };
}

export const credentialRoutes: Route[] = [
  serve(getTemporaryCredentials, async ({ db, principal, query, services, audit }) => {
    if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
    const { grant, objects, prefix } =
      query.upload === '1'
        ? await grantUpload(services, principal, query.upload_id)
        : await grantDownload(db, principal, query.key ?? []);
    const credentials = await createTemporaryCredentials(services, principal.person_id, grant);
    await audit({
      action: `give credentials to ${grant.purpose}`,
      object_type: grant.purpose === 'upload' ? 'upload' : 'file',
      ...(query.upload_id === undefined ? {} : { object_number: query.upload_id }),
      detail: { objects: objects.length },
    });
    return { ...credentials, objects, prefix };
  }),
];
