/** Messages between web processes and search nodes, as bytes; both sides run the same version of the program. */
import { deserialize, serialize } from 'node:v8';
import type { Request } from '@omicon/search-index/messages.ts';

export const PART_PATH = '/part';
export const ALIVE_PATH = '/healthz';
/** Status of a reply whose `error` is the caller's: the rows have no such column to sort by. */
export const REFUSED = 422;
export const MEDIA_TYPE = 'application/octet-stream';

/** Purposes of signatures; that of a reply names the request, so that no other reply can take its place. */
export const REQUEST_PURPOSE = 'part of a search';
export function replyPurpose(requestSignature: string): string {
  return `reply to ${requestSignature}`;
}

export type NodeMessage = {
  /** random name of the process that asks: its questions have numbers of their own */
  asker: string;
} & ({ request: Request } | { release: number });

export function pack(message: unknown): Buffer {
  return serialize(message);
}

/** Only for bytes whose signature was verified. */
export function unpack<T>(bytes: Uint8Array): T {
  return deserialize(bytes) as T;
}
