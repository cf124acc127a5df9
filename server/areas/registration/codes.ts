/**
 * Verification codes: six digits, valid for ten minutes, five attempts, one use, only in the browser that requested
 * them.
 */
import { timingSafeEqual } from 'node:crypto';
import { getCode, verifyCode } from '@omicon/contract/areas/people/registration.ts';
import { NOBODY } from '@omicon/domain/permissions/permissions.ts';
import { PortalError } from '../../base/errors.ts';
import { OPEN_CALL, type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import { hashToken, newToken } from '../../base/sign-in/sessions.ts';
import { CODE_MINUTES, hashCode } from './sending.ts';
import * as statements from './sql.ts';

const CODE_COOKIE = '__Host-omicon-code';
const COOKIE_RULES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
const MAX_TRIES = 5;

const WRONG_CODE = "You've entered an invalid code, it has expired, or it has already been used.";
const CODE_SENT = 'If an account has this address or number, a code is on its way to it.';

/** Verifies a code. @returns its person, or null if it is wrong; every attempt is counted and logged */
async function redeemCode(
  tx: Tx,
  { code, browser_hash, request_id }: { code: string; browser_hash: Buffer; request_id: string },
): Promise<number | null> {
  const tried = await statements.tryCode(tx, { browser_hash, most_tries: MAX_TRIES });
  const isRight = tried !== undefined && timingSafeEqual(tried.secret_hash, hashCode(browser_hash, code));
  const isVerified = isRight && (await statements.markVerified(tx, tried.person_id));
  if (isVerified) await statements.markCodeUsed(tx, tried.id);
  await recordAuditEvent(
    tx,
    { ...NOBODY, person_id: isVerified ? tried.person_id : null },
    { action: 'verify by code', result: isVerified ? 'done' : 'refused', request_id },
  );
  return isVerified ? tried.person_id : null;
}

export const codeRoutes: Route[] = [
  serveWrite(
    getCode,
    async ({ db, body, reply }) => {
      const browser = newToken();
      const browser_hash = hashToken(browser).toString('hex');
      await addJob(db, 'send_code', { key: `code ${browser_hash}`, payload: { ...body, browser_hash } });
      reply.setCookie(CODE_COOKIE, browser, { ...COOKIE_RULES, maxAge: CODE_MINUTES * 60 });
      return { detail: CODE_SENT };
    },
    { rateLimit: OPEN_CALL },
  ),

  serve(
    verifyCode,
    async ({ db, body, request, reply }) => {
      const browser_hash = hashToken(request.cookies[CODE_COOKIE] ?? '');
      const code = body.code.replaceAll(/\s/g, '');
      const person_id = await db
        .transaction()
        .execute((tx) => redeemCode(tx, { code, browser_hash, request_id: request.id }));
      if (person_id === null) throw new PortalError('invalid_input', WRONG_CODE);
      reply.clearCookie(CODE_COOKIE, COOKIE_RULES);
      return { detail: 'User verified successfully!' };
    },
    { rateLimit: OPEN_CALL },
  ),
];
