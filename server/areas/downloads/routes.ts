/**
 * Downloads: requested, prepared by a job, announced by a notification, fetched by a link. Owns tables download_request
 * and download_part.
 */

import {
  cancelDownload,
  createDownload,
  createDownloadLink,
  createDownloadNotification,
  getDownload,
  isImageType,
  listDownloads,
} from '@omicon/contract/areas/downloads.ts';
import { downloadsDirectly } from '@omicon/domain/files/file-kinds.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Socket } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { damaged } from '../../base/http/sending.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import { createLink, randomId } from '../../records/download/download-links.ts';
import { toDownloadNotification } from '../../records/download/download-notifications.ts';
import { personIdOf } from '../../records/person/people.ts';
import { resolveNetwork } from './network-selection.ts';
import { downloadKey, downloadTopic, notifyReady } from './prepare.ts';
import { NO_KEY, resolveSelection } from './selection.ts';
import * as statements from './sql.ts';

const MAX_RUNNING = 4;

function toReply(row: statements.DownloadRow) {
  const { id, type, name, number_of_files, size_bytes, state, bytes_done, seconds_left, message } = row;
  const key = state === 'ready' ? downloadKey(row) : null;
  return {
    id,
    type,
    name,
    number_of_files,
    file_size: size_bytes,
    state,
    bytes_done,
    seconds_left,
    message,
    key,
  };
}

async function getDownloadRow(db: Db, principal: Principal, id: string): Promise<statements.DownloadRow> {
  const download = await statements.findDownload(db, principal, id);
  if (!download) throw notFound('download');
  return download;
}

/** A link to a prepared download. Permissions are checked when the link is used. */
async function linkTo(db: Db, { id, person_id }: statements.DownloadRow) {
  const file_id = await statements.findOnlyFile(db, id);
  const target = file_id === undefined ? { download_request_id: id } : { file_id };
  return createLink(db, { person_id, purpose: 'download', target });
}

function refuseUnready({ state }: statements.DownloadRow): void {
  if (state === 'over')
    throw new PortalError('link_expired', 'This download is over. Please ask for it again.');
  if (state !== 'ready') throw new PortalError('conflict', 'This download is not ready.');
}

async function refuseTooManyRunning(tx: Tx, person_id: number): Promise<void> {
  await statements.lockDownloads(tx, person_id);
  if ((await statements.countRunning(tx, person_id)) < MAX_RUNNING) return;
  throw new PortalError(
    'too_many_requests',
    'Four of your downloads are being prepared. Wait until one is ready, or cancel one.',
    { retryAfterSeconds: 10 },
  );
}

export const downloadRoutes: Route[] = [
  serveWrite(createDownload, async ({ db, principal, body, audit }) => {
    const person_id = personIdOf(principal);
    const { files, name, ...network } =
      body.co_variation_network_id === undefined
        ? await resolveSelection(db, principal, body)
        : await resolveNetwork(db, principal, body);
    if (files.some((file) => file.is_damaged)) throw damaged();
    const [first] = files;
    const isOneFile = body.type === 'file' || body.type === 'kme-table';
    const isDirect = isOneFile && first !== undefined && downloadsDirectly(first);
    if (!isDirect) await refuseTooManyRunning(db, person_id);
    const id = randomId();
    const row = await statements.createDownload(db, {
      id,
      person_id,
      type: body.type,
      name,
      files,
      isReady: isDirect,
      ...network,
    });
    const task = isImageType(body.type) ? 'prepare_image' : 'prepare_download';
    if (!isDirect) await addJob(db, task, { key: `download ${id}`, payload: { download_id: id } });
    await audit({
      action: 'download',
      object_type: body.type,
      ...(files.length === 1 && first ? { object_number: first.id } : {}),
      detail: { files: files.length, size_bytes: row.size_bytes },
    });
    return { ...toReply(row), link: isDirect ? await linkTo(db, row) : null };
  }),

  serve(listDownloads, async ({ db, principal }) => ({
    results: (await statements.listDownloads(db, personIdOf(principal))).map(toReply),
  })),

  serve(getDownload, async ({ db, principal, params }) =>
    toReply(await getDownloadRow(db, principal, params.id)),
  ),

  serveWrite(cancelDownload, async ({ db, principal, params }) => {
    const download = await getDownloadRow(db, principal, params.id);
    if (!(await statements.cancelDownload(db, download.id)))
      throw new PortalError('conflict', 'This download has already ended.');
    await notifyTopic(db, downloadTopic(download.id));
    return { detail: 'The download is cancelled.' };
  }),

  serveWrite(createDownloadLink, async ({ db, principal, params }) => {
    const download = await getDownloadRow(db, principal, params.id);
    refuseUnready(download);
    return linkTo(db, download);
  }),

  serveWrite(createDownloadNotification, async ({ db, principal, body }) => {
    const [, id] = /^([\w-]{32})\/[^/]+$/.exec(body.key) ?? [];
    if (id === undefined) throw new PortalError('invalid_input', NO_KEY);
    const download = await getDownloadRow(db, principal, id);
    refuseUnready(download);
    await notifyReady(db, download);
    const notification = await statements.findNotification(db, download.person_id, download.id);
    if (!notification) throw new Error('A notification was not recorded.');
    return toDownloadNotification(notification);
  }),
];

const RUNNING: readonly string[] = ['waiting', 'preparing'];

/** Open while a download of these types is being prepared; reports its progress and end to its owner. */
function socketOf(type: string, isServed: (downloadType: string) => boolean): Socket {
  return {
    path: `/ws/${type}/:id/`,
    type,
    async authorize(db, principal, id, moment) {
      const download = /^[\w-]{32}$/.test(id) ? await statements.findDownload(db, principal, id) : undefined;
      if (!download || !isServed(download.type)) throw notFound('download');
      if (moment === 'opening' && !RUNNING.includes(download.state)) throw notFound('download');
      return downloadTopic(id);
    },
  };
}

export const downloadSockets: readonly Socket[] = [
  socketOf('download-as-zip', (type) => !isImageType(type)),
  socketOf('download-docker-module', (type) => type === 'docker'),
  socketOf('download-kme-docker-module', (type) => type === 'kme-docker'),
];
