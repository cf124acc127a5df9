/** Files of any form over HTTP: uploaded, read as a draft, and stored as proposed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A member of the portal at this address. */
export interface DraftOwner {
  address: string;
  token: string;
}

interface Finding {
  key: string;
  level: string;
  sentence: string;
}

export interface ReadDraft {
  status: string;
  map: { confirmed: string[] } | null;
  proposal: { sentence: string; findings: Finding[] } | null;
  fault: string | null;
}

const POLLED_EVERY_MS = 50;
/** Against drafts that hang. */
const PATIENCE_MS = 1_200_000;

async function call<T>(
  { address, token }: DraftOwner,
  at: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<T> {
  const answer = await fetch(`${address}${at}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body) ?? null,
  });
  if (!answer.ok) throw new Error(`${at} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Sends a file part by part, one part in memory at a time. @returns number of the upload, which is to be completed */
async function sendFile(owner: DraftOwner, file: string): Promise<number> {
  const { size } = await stat(file);
  const name = path.basename(file);
  const { upload_id, part_size, parts } = await call<{
    upload_id: number;
    part_size: number;
    parts: { number: number; size_bytes: number }[];
  }>(owner, '/api/uploads/', {
    method: 'POST',
    body: { file_name: name, size_bytes: size, kind: 'data', files: [{ name, size_bytes: size }] },
  });
  const bytes = await open(file);
  try {
    for (const { number, size_bytes } of parts) {
      const part = new Uint8Array(size_bytes);
      await bytes.read(part, 0, size_bytes, (number - 1) * part_size);
      const answer = await fetch(`${owner.address}/api/upload-parts/${upload_id}/${number}`, {
        method: 'PUT',
        headers: { authorization: `Token ${owner.token}`, 'content-type': 'application/octet-stream' },
        body: part,
      });
      if (!answer.ok) throw new Error(`Part ${number} returned ${answer.status}: ${await answer.text()}`);
    }
  } finally {
    await bytes.close();
  }
  return upload_id;
}

async function untilRead(owner: DraftOwner, id: number): Promise<ReadDraft> {
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; ) {
    const draft = await call<ReadDraft>(owner, `/api/drafts/${id}/`);
    if (draft.fault !== null || draft.status !== 'checking') return draft;
    await sleep(POLLED_EVERY_MS);
  }
  throw new Error(`Draft ${id} was not read in time.`);
}

/** @returns the draft, and the time from the end of the upload until it was read, in ms */
export async function bringFile(
  owner: DraftOwner,
  file: string,
): Promise<{ id: number; ms: number; draft: ReadDraft }> {
  const sha256 = await sha256Of(file);
  const id = await sendFile(owner, file);
  const started = performance.now();
  await call(owner, `/api/uploads/${id}/complete/`, { method: 'POST', body: { sha256 } });
  const draft = await untilRead(owner, id);
  return { id, ms: performance.now() - started, draft };
}

/** Stores a draft as proposed. @returns duration in ms @throws Error if it was not stored */
export async function storeDraft(owner: DraftOwner, id: number): Promise<number> {
  const started = performance.now();
  await call(owner, `/api/drafts/${id}/store/`, { method: 'POST' });
  while (performance.now() - started < PATIENCE_MS) {
    const report = await call<{ status: string; message: string | null }>(
      owner,
      `/api/uploads/${id}/report/`,
    );
    if (report.status === 'stored') return performance.now() - started;
    if (report.status !== 'storing') throw new Error(`Draft ${id} is ${report.status}: ${report.message}`);
    await sleep(POLLED_EVERY_MS);
  }
  throw new Error(`Draft ${id} was not stored in time.`);
}
