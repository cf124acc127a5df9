/** Asks every reading call before and after hidden records come, and compares the answers byte by byte. */
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { hasAccess, listDefaultPermissions } from '@omicon/domain/permissions/permissions.ts';
import type { RawInput } from '../portal.ts';
import type { ReadingCall } from './reading-calls.ts';

export interface Told {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

/** Those who read no records of the laboratory. */
export type ReaderRole = 'nobody' | 'GU' | 'RU';

export type Ask<Reader> = (endpoint: EndpointSpec, input: RawInput, as: Reader) => Promise<Told>;

/** Times of the call itself, and what is random in it: nonces, keys and links, and documents, which hold a time. */
const VOLATILE =
  /"(?:execution_ms|executionTime|request_id|seconds_left|last_used_at|expires_at|url|kid|n|x)":\s*(?:"[^"]*"|-?[\d.]+(?:e-?\d+)?|null)|"content":"UEs[^"]*"|nonce(?:-|="|" content=")[\w-]+/g;
/** The length is that of the body with its times. */
const OWN_HEADERS =
  /^(?:date|x-request-id|set-cookie|keep-alive|content-length|server-timing|x-ratelimit.*)$/;

/** Status, headers and body of an answer without its times. */
function comparable({ status, headers, text }: Told): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !OWN_HEADERS.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${status} ${JSON.stringify(kept)}\n${text}`.replaceAll(VOLATILE, '');
}

export interface Answers {
  byCall: Map<string, string>;
  /** endpoints that answered with a success */
  answered: Set<EndpointSpec>;
}

const AT_ONCE = 6;

/** Other calls are refused for the role alone. */
export function mayCall(role: ReaderRole, { permission }: EndpointSpec): boolean {
  if (role === 'nobody') return permission === 'anyone';
  return hasAccess({ person_id: 1, role, permissions: new Set(listDefaultPermissions(role)) }, permission);
}

/** Some calls are refused while as many of the person run, or while the machine is too busy. */
async function askWithin(askOnce: () => Promise<Told>): Promise<Told> {
  for (;;) {
    const told = await askOnce();
    if (told.status !== 429 && told.status !== 503) return told;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The answers to all calls, by reader and call. */
export async function askAll<Reader>(
  ask: Ask<Reader>,
  calls: readonly ReadingCall[],
  readers: Iterable<readonly [ReaderRole, Reader]>,
): Promise<Answers> {
  const byCall = new Map<string, string>();
  const answered = new Set<EndpointSpec>();
  for (const [name, reader] of readers) {
    const permitted = calls.filter(({ endpoint }) => mayCall(name, endpoint));
    let next = 0;
    const askNext = async () => {
      for (let call = permitted[next++]; call !== undefined; call = permitted[next++]) {
        const told = await askWithin(() => ask(call.endpoint, call.input, reader));
        byCall.set(`${name}: ${call.title}`, comparable(told));
        if (told.status < 300) answered.add(call.endpoint);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  }
  return { byCall, answered };
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 120), at + 200);
}

/** What differs, by call: where the two answers part. */
export function listDifferences(before: Answers, after: Answers): string[] {
  return [...before.byCall].flatMap(([call, was]) => {
    const is = after.byCall.get(call) ?? '';
    if (is === was) return [];
    let at = 0;
    while (was[at] === is[at]) at += 1;
    return [`${call.slice(0, 300)}\n  before ${around(was, at)}\n  after  ${around(is, at)}`];
  });
}
