import { type CallInput, callAddress } from '@omicon/contract/base/call-address.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { API_VERSIONS, CLIENT_HEADER, errorReply } from '@omicon/contract/base/errors.ts';
import { z } from 'zod';
import { CallError, NetworkError } from './call-error.ts';
import { dropFirstReplies, takeFirstReply } from './document/first-replies.ts';

export type CallParts<E> = CallInput<E> & {
  /** idempotency key: repeated calls with the same key take effect once */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** body of calls with a multipart form */
  form?: FormData;
  /** changes nothing on the server, though it has a body: the question does not fit into an address */
  isRead?: true;
  /** asks the server even if a reply came with the page */
  isFresh?: true;
};

interface LooseParts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  form?: FormData;
  isRead?: true;
  isFresh?: true;
}

async function send(endpoint: EndpointSpec, parts: LooseParts): Promise<Response> {
  const headers = new Headers({ [CLIENT_HEADER]: 'web', 'API-Version': API_VERSIONS[0] });
  if (parts.idempotencyKey !== undefined) headers.set('Idempotency-Key', parts.idempotencyKey);
  if (endpoint.body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    return await fetch(callAddress(endpoint.path, parts), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      signal: parts.signal ?? null,
      // The browser sets the content type of a form, with its boundary.
      body: endpoint.body === undefined ? (parts.form ?? null) : JSON.stringify(parts.body ?? {}),
    });
  } catch (error) {
    if (parts.signal?.aborted === true) throw error;
    throw new NetworkError(error);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // A reply without JSON has nothing but its status.
    return null;
  }
}

/** The body of an older server, or of a proxy in front of this one: a message and nothing else. */
const bareReply = z.object({ detail: z.string().min(1) });

function errorOf(response: Response, reply: unknown): CallError {
  const parsed = errorReply.safeParse(reply);
  if (parsed.success) {
    return new CallError({ ...parsed.data, status: response.status, fields: parsed.data.fields ?? {} });
  }
  const bare = bareReply.safeParse(reply);
  return new CallError({
    status: response.status,
    code: response.status >= 500 ? 'unavailable' : 'internal',
    detail: bare.data?.detail ?? 'The server gave no readable answer. Please try again.',
    request_id: response.headers.get('x-request-id'),
    fields: {},
  });
}

/** The reply that came with the page to a call that reads, once; undefined if there is none of this version. */
export function firstReplyTo<E extends EndpointSpec, R extends z.ZodType>(
  endpoint: E & { reply: R },
  parts: CallInput<E>,
): z.output<R> | undefined {
  const reply = endpoint.method === 'GET' ? takeFirstReply(callAddress(endpoint.path, parts)) : undefined;
  return reply === undefined ? undefined : endpoint.reply.safeParse(reply).data;
}

/**
 * Calls an endpoint of the contract and parses its reply.
 * @throws CallError when the server refuses, NetworkError when it cannot be reached
 */
export async function callEndpoint<E extends EndpointSpec, R extends z.ZodType>(
  endpoint: E & { reply: R },
  parts: CallParts<E>,
): Promise<z.output<R>> {
  const first = parts.isFresh ? undefined : firstReplyTo<E, R>(endpoint, parts);
  if (first !== undefined) return first;
  if (endpoint.method !== 'GET' && parts.isRead !== true) dropFirstReplies();
  const response = await send(endpoint, parts);
  const reply = await readJson(response);
  if (!response.ok) throw errorOf(response, reply);
  const parsed = endpoint.reply.safeParse(reply);
  if (parsed.success) return parsed.data;
  throw new CallError({
    status: response.status,
    code: 'internal',
    detail: 'The server’s response does not match this version of the page. Please reload.',
    request_id: response.headers.get('x-request-id'),
    fields: {},
  });
}

/**
 * Calls an endpoint whose reply is a file. `onBytes` receives the number of bytes so far.
 * @throws CallError when the server refuses, NetworkError when it cannot be reached or the reply is cut off
 */
export async function fetchFile<E extends EndpointSpec>(
  endpoint: E,
  parts: CallParts<E>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Blob> {
  const response = await send(endpoint, parts);
  if (!response.ok) throw errorOf(response, await readJson(response));
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  try {
    return await new Response(response.body?.pipeThrough(counted) ?? null).blob();
  } catch (error) {
    if (parts.signal?.aborted === true) throw error;
    throw new NetworkError(error);
  }
}
