import { createHash } from 'node:crypto';
import {
  completeUpload,
  createPartLinks,
  createUpload,
  getUploadReport,
} from '@omicon/contract/areas/files/files.ts';
import { expect } from 'vitest';
import type { Caller, TestPortal } from './portal.ts';

/** Bytes of every part except the last. */
export const PART = 8 * 1024 * 1024;

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Steps of an upload, with a default uploader. */
export function uploading(whom: () => { portal: TestPortal; lab: Caller }) {
  async function begin(
    bytes: Buffer,
    options: {
      as?: Caller;
      kind?: 'collection' | 'analysis' | 'resource' | 'data';
      visibility?: 'public' | 'private';
      /** of kind data */
      files?: { name: string; size_bytes: number }[];
    } = {},
  ) {
    const { as = whom().lab, kind = 'collection', visibility, files } = options;
    const body = {
      file_name: 'GSE4271.zip',
      size_bytes: bytes.length,
      kind,
      ...(visibility ? { visibility } : {}),
      ...(files ? { files } : {}),
    };
    return (await whom().portal.call(createUpload, { as, body })).reply;
  }

  function put(url: string, bytes: Buffer, as: Caller = whom().lab) {
    return whom().portal.app.inject({
      method: 'PUT',
      url,
      headers: { authorization: `Token ${as.token}`, 'content-type': 'application/zip' },
      payload: bytes,
    });
  }

  /** Sends these parts of the bytes, by number from 1. */
  async function send(id: number, bytes: Buffer, numbers: number[]): Promise<number[]> {
    const { reply } = await whom().portal.call(createPartLinks, {
      as: whom().lab,
      params: { id },
      body: { numbers },
    });
    const statuses: number[] = [];
    for (const { number, url } of reply.links)
      statuses.push((await put(url, bytes.subarray((number - 1) * PART, number * PART))).statusCode);
    return statuses;
  }

  function complete(id: number, hash: string, as: Caller = whom().lab) {
    return whom().portal.call(completeUpload, { as, params: { id }, body: { sha256: hash } });
  }

  async function reportOf(id: number) {
    return (await whom().portal.call(getUploadReport, { as: whom().lab, params: { id } })).reply;
  }

  /** Uploads a whole archive, completes the upload and runs its import. */
  async function uploadWhole(
    bytes: Buffer,
    options: Parameters<typeof begin>[1] & { hash?: string } = {},
  ): Promise<number> {
    const { upload_id, parts } = await begin(bytes, options);
    await send(
      upload_id,
      bytes,
      parts.map((part) => part.number),
    );
    expect((await complete(upload_id, options.hash ?? sha256(bytes))).status).toBe(202);
    await whom().portal.runJobs();
    return upload_id;
  }

  return { begin, put, send, complete, reportOf, uploadWhole };
}
