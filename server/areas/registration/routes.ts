/**
 * Sign-up, email verification and password reset. Owns table one_time_code; writes person, session and api_token. No
 * reply reveals who has an account, except that a user name is taken: those are public.
 */
import { register, verifyEmail } from '@omicon/contract/areas/people/registration.ts';
import { NOBODY, type Principal } from '@omicon/domain/permissions/permissions.ts';
import { PortalError } from '../../base/errors.ts';
import { type Context, OPEN_CALL, type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { addMail } from '../../base/jobs/outbox.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import { hashPassword } from '../../base/sign-in/passwords.ts';
import { hashToken, newToken } from '../../base/sign-in/sessions.ts';
import { isUsernameTaken, lockAddress } from '../../records/person/people.ts';
import { readPreferences } from '../../records/person/preferences.ts';
import { codeRoutes } from './codes.ts';
import { takenAddressMail, verificationMail } from './mails.ts';
import { readChosenPassword, refuseGuessable } from './password-rules.ts';
import { resetRoutes } from './reset.ts';
import * as statements from './sql.ts';

const VERIFICATION_MINUTES = 24 * 60;
const VERIFY_BY_MAIL =
  "A verification link has been sent to the email that you've provided. Please click on the link inside to verify.";

type Registration = Context<typeof register>;

function usernameTaken(): PortalError {
  const sentence = 'This user name is taken. Please choose another one.';
  return new PortalError('conflict', sentence, { fields: { username: sentence } });
}

/** The actor in the audit log, for a person who is not signed in. */
function inPerson(person_id: number): Principal {
  return { ...NOBODY, person_id, role: 'RU' };
}

async function createAccount(
  tx: Tx,
  { body, services, request }: Registration,
  password_hash: string,
): Promise<void> {
  const { username, first_name, last_name, email, institution = null, orcid_id = null } = body;
  const names = { username, first_name, last_name, email };
  const id = await statements.createPerson(tx, { ...names, institution, orcid_id, password_hash });
  if (id === undefined) throw usernameTaken();
  const token = newToken();
  const link = { kind: 'verify-email', person_id: id, minutes: VERIFICATION_MINUTES } as const;
  await statements.createCode(tx, { ...link, secret_hash: hashToken(token) });
  await addMail(tx, { ...verificationMail(services.config, token), recipient: email, is_secret: true });
  await recordAuditEvent(tx, inPerson(id), {
    action: 'sign up',
    result: 'done',
    object_type: 'person',
    object_number: id,
    request_id: request.id,
  });
}

/**
 * The address has an account: notifies its owner and sends the usual reply. Reserves the user name, as otherwise a
 * second attempt with another address would reveal that it is free.
 */
async function tellHolder(
  tx: Tx,
  { body, services, request }: Registration,
  holder: statements.Holder,
): Promise<void> {
  if ((await statements.reserveUsername(tx, body.username)) === undefined) throw usernameTaken();
  await addMail(tx, { ...takenAddressMail(services.config, holder.username), recipient: holder.email });
  await recordAuditEvent(tx, NOBODY, {
    action: 'sign up',
    result: 'refused',
    object_type: 'person',
    object_number: holder.id,
    request_id: request.id,
    detail: { reason: 'address has an account' },
  });
}

async function signUp(context: Registration): Promise<void> {
  const { body, db, services } = context;
  if (!(await readPreferences(db, services.config)).sign_up)
    throw new PortalError('permission_denied', 'This portal does not take new accounts by sign-up.');
  const password = await readChosenPassword(services, body);
  const [mailbox] = body.email.split('@');
  refuseGuessable(password, [body.username, body.first_name, body.last_name, mailbox]);
  if (await isUsernameTaken(db, body.username)) throw usernameTaken();
  // Hashed in all cases, for equal timing, and before the transaction, as it may wait in a queue and must not hold a
  // connection.
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await lockAddress(tx, body.email);
    const holder = await statements.findPersonByEmail(tx, body.email);
    if (holder) await tellHolder(tx, context, holder);
    else await createAccount(tx, context, password_hash);
  });
}

export const registrationRoutes: Route[] = [
  serve(
    register,
    async (context) => {
      await signUp(context);
      return { detail: VERIFY_BY_MAIL };
    },
    { rateLimit: OPEN_CALL },
  ),

  serveWrite(
    verifyEmail,
    async ({ db, body, request }) => {
      const secret_hash = hashToken(body.token);
      const id = await statements.takeLink(db, { kind: 'verify-email', secret_hash });
      if (id === undefined || !(await statements.markVerified(db, id)))
        throw new PortalError('link_expired', 'User verification unsuccessful!');
      await recordAuditEvent(db, inPerson(id), {
        action: 'verify e-mail address',
        result: 'done',
        object_type: 'person',
        object_number: id,
        request_id: request.id,
      });
      return { detail: 'User verified successfully!' };
    },
    { rateLimit: OPEN_CALL },
  ),

  ...resetRoutes,
  ...codeRoutes,
];
