/** Mail: written in the transaction of its subject and sent by a job afterwards. Owns table outbox. */
import { createTransport } from 'nodemailer';
import { type Db, sql, type Tx } from '../postgres/database.ts';
import type { Services } from '../services.ts';
import { addJob } from './jobs.ts';

export interface Mail {
  recipient: string;
  subject: string;
  /** plain text */
  body: string;
  /** the body contains a link or code that gives access; it is deleted from the outbox after sending */
  is_secret?: boolean;
}

const FORGOTTEN = '(This mail was sent. Its text held a link or code and is not kept.)';

/** Adds a mail in the caller's transaction, so that it exists only if the transaction commits. */
export async function addMail(tx: Tx, mail: Mail): Promise<void> {
  const { id } = await tx.insertInto('outbox').values(mail).returning('id').executeTakeFirstOrThrow();
  await addJob(tx, 'deliver_mail', { key: `mail ${id}`, payload: { outbox_id: id } });
}

/**
 * Sends one mail of the outbox, once unless the mail server's response is lost. Without SMTP_URL it stays in the
 * outbox.
 */
export async function deliverMail({ db, config }: Services, id: number): Promise<void> {
  const mail = await db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body', 'delivered_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!mail || mail.delivered_at !== null || config.smtpUrl === null) return;
  await sql`update outbox set attempts = attempts + 1 where id = ${id}`.execute(db);
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  });
  try {
    await transport.sendMail({
      from: config.mailFrom,
      // Same id at every attempt: if the server's response was lost, the mailbox can discard the duplicate.
      messageId: `<omicon-${id}@${new URL(config.publicUrl).hostname}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
    });
  } finally {
    transport.close();
  }
  await sql`
    update outbox set delivered_at = now(), body = case when is_secret then ${FORGOTTEN} else body end
     where id = ${id}`.execute(db);
}

export interface OutboxRow {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
  delivered_at: Date | null;
  attempts: number;
}

/** One page of mail, newest first. Primary key. */
export async function listOutbox(
  db: Db,
  query: { page: number; page_size: number },
): Promise<{ rows: OutboxRow[]; total: number }> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'body', 'created_at', 'delivered_at', 'attempts'])
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute();
  const { n } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}
