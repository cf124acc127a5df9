/**
 * Jobs that create and send links and codes. Calls only add the job, whatever the address, so that neither reply nor
 * timing reveals who has an account.
 */
import { randomInt } from 'node:crypto';
import { finishJob } from '../../base/jobs/jobs.ts';
import { addMail } from '../../base/jobs/outbox.ts';
import type { Services } from '../../base/services.ts';
import { hashToken, newToken } from '../../base/sign-in/sessions.ts';
import { codeMail, codeText, resetMail } from './mails.ts';
import * as statements from './sql.ts';

const RESET_MINUTES = 30;
export const CODE_MINUTES = 10;
/** Limit per person, so that nobody's mailbox is flooded from many addresses. */
const MAX_AN_HOUR = 10;
const SMS_TIMEOUT_MS = 10_000;

/** Mails a link to choose a new password if the address has an account with a password; older links become invalid. */
export async function sendResetLink({ db, config }: Services, jobId: string, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await finishJob(tx, jobId))) return;
    const person = await statements.findPersonByEmail(tx, email);
    if (!person?.has_password) return;
    if ((await statements.countRecentCodes(tx, 'reset-password', person.id)) >= MAX_AN_HOUR) return;
    const token = newToken();
    const link = { kind: 'reset-password', person_id: person.id, minutes: RESET_MINUTES } as const;
    await statements.createCode(tx, { ...link, secret_hash: hashToken(token) });
    const mail = resetMail(config, { token, username: person.username });
    await addMail(tx, { ...mail, recipient: person.email, is_secret: true });
  });
}

/** The stored hash of a code, combined with that of the browser's cookie, so that it is of little use alone. */
export function hashCode(browser_hash: Buffer, code: string): Buffer {
  return hashToken(`${browser_hash.toString('hex')} ${code}`);
}

export interface CodeRequest {
  email?: string | undefined;
  phone_number?: string | undefined;
  browser_hash: Buffer;
}

async function sendTextMessage(url: string, message: { to: string; text: string }): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The service for text messages answered ${response.status}.`);
}

/**
 * Sends a code by mail or text message if an account has the address or number; mail goes to the stored address, not
 * the typed one. A repeated job sends no second mail, but a new text message, as the first one may not have been sent.
 */
export async function sendCode({ db, config }: Services, jobId: string, request: CodeRequest): Promise<void> {
  const { email, phone_number, browser_hash } = request;
  if (phone_number !== undefined && config.smsWebhookUrl === null) return;
  const person =
    email === undefined
      ? await statements.findPersonByPhone(db, phone_number ?? '')
      : await statements.findPersonByEmail(db, email);
  if (!person) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const isStored = await db.transaction().execute(async (tx) => {
    if (!(await finishJob(tx, jobId)) && phone_number === undefined) return false;
    if ((await statements.countRecentCodes(tx, 'code', person.id)) >= MAX_AN_HOUR) return false;
    await statements.endCodesOf(tx, browser_hash);
    const secret_hash = hashCode(browser_hash, code);
    const row = { kind: 'code', person_id: person.id, minutes: CODE_MINUTES } as const;
    await statements.createCode(tx, { ...row, secret_hash, browser_hash });
    if (person.email !== null)
      await addMail(tx, { ...codeMail(code), recipient: person.email, is_secret: true });
    return true;
  });
  if (isStored && phone_number !== undefined && config.smsWebhookUrl !== null)
    await sendTextMessage(config.smsWebhookUrl, { to: phone_number, text: codeText(code) });
}
