/** Replies that came with the page, to calls that every page makes first. */
import { FIRST_REPLIES_ID } from '@omicon/contract/base/page-frame.ts';

/** As long as replies count as fresh; a page whose script starts later makes its calls. */
const FRESH_MS = 30_000;

const replies = new Map<string, unknown>();

/** Takes the replies out of the page; call once, before the first call. */
export function keepFirstReplies(page: Document): void {
  const element = page.getElementById(FIRST_REPLIES_ID);
  element?.remove();
  const sent: Record<string, unknown> = JSON.parse(element?.textContent || '{}');
  for (const [path, reply] of Object.entries(sent)) replies.set(path, reply);
}

/** The reply that came with the page to a call without parameters, once; undefined if there is none or it is old. */
export function takeFirstReply(address: string): unknown {
  // Counted from when the page was requested, also after Back.
  if (performance.now() > FRESH_MS) replies.clear();
  const reply = replies.get(address);
  replies.delete(address);
  return reply;
}

/** Call before anything changes on the server: what came with the page is then out of date. */
export function dropFirstReplies(): void {
  replies.clear();
}
