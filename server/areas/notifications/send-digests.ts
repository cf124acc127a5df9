/** The daily digest: comments a person was notified of and has not read. */
import { COMMENT_LOG } from '@omicon/contract/addresses.ts';
import type { MENTION_REASONS } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { addMail, type Mail } from '../../base/jobs/outbox.ts';
import type { Services } from '../../base/services.ts';
import type { Config } from '../../config.ts';
import * as digests from './sql-digest.ts';
import { listForDigest, type MentionRow } from './sql-news.ts';

/** Beyond these, the mail gives only their number. */
const MAX_TOLD = 50;

const SAID: Record<(typeof MENTION_REASONS)[number], string> = {
  mention: 'mentioned you on',
  reply: 'replied to you on',
  follow: 'commented on',
};

/** The address of a comment's page; its parameter `comment` selects the comment. */
function addressOf({ publicUrl }: Config, { page_url, id }: MentionRow): string {
  const page = new URL(page_url, 'https://portal.invalid');
  page.searchParams.set('comment', String(id));
  return `${publicUrl.replace(/\/+$/, '')}${page.pathname}${page.search}${page.hash}`;
}

/** The text on one line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

function write(config: Config, recipient: string, mentions: readonly MentionRow[]): Mail {
  const paragraphs = mentions.slice(0, MAX_TOLD).map((mention) => {
    const head = `${mention.mentioned_by} ${SAID[mention.reason]} ${mention.display_name}:`;
    return `${oneLine(head)}\n  ${oneLine(mention.plain_text)}\n  ${addressOf(config, mention)}`;
  });
  const left = mentions.length - paragraphs.length;
  const log = `${config.publicUrl.replace(/\/+$/, '')}${COMMENT_LOG}`;
  const count = mentions.length === 1 ? 'one unread comment' : `${mentions.length} unread comments`;
  const lines = [
    'Hello,',
    `there ${mentions.length === 1 ? 'is' : 'are'} ${count} for you in Omicon.`,
    ...paragraphs,
    ...(left > 0 ? [`And ${left} more: ${log}`] : []),
    `This mail comes once a day at most, because you asked for it. To get no more of them, choose "No e-mail" at ${log}`,
    'Omicon',
  ];
  const subject = `${count.charAt(0).toUpperCase()}${count.slice(1)} in Omicon`;
  return { recipient, subject, body: `${lines.join('\n\n')}\n` };
}

/** Sends one person's digest, if there is anything; mail and record of it are one transaction. */
async function sendDigest({ db, config }: Services, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const due = await digests.takeDue(tx, id);
    if (!due) return;
    const { person_id, role } = due;
    const principal: Principal = { person_id, role, permissions: new Set(due.permissions) };
    const mentions = await listForDigest(tx, principal);
    if (mentions.length === 0) return;
    await addMail(tx, write(config, due.email, mentions));
    await digests.recordDigest(tx, person_id);
  });
}

/**
 * Idempotent: run twice or by two workers, nobody gets more than one mail a day.
 * @throws AggregateError if some mails failed; the others were sent, and a retry covers the rest
 */
export async function sendDigests(services: Services, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await digests.listDue(services.db)) {
    signal?.throwIfAborted();
    await sendDigest(services, id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Mails of a day that failed: ${failures.length}.`);
}
