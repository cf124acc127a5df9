/** Password reset: a link by mail that can be opened any number of times and used once. */
import {
  checkPasswordReset,
  forgetPassword,
  resetPassword,
} from '@omicon/contract/areas/people/registration.ts';
import { NOBODY } from '@omicon/domain/permissions/permissions.ts';
import { personTopic } from '../../base/connections/sockets.ts';
import { PortalError } from '../../base/errors.ts';
import { type Context, OPEN_CALL, type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import { addMail } from '../../base/jobs/outbox.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import { hashPassword } from '../../base/sign-in/passwords.ts';
import { hashToken } from '../../base/sign-in/sessions.ts';
import { passwordChangedMail } from './mails.ts';
import { readChosenPassword, refuseGuessable } from './password-rules.ts';
import * as statements from './sql.ts';

const LINK_IS_USED =
  'The link that you are trying to access has already been used, please try to reset your password again.';

type Reset = Context<typeof resetPassword>;

function linkOf({ token }: { token: string }) {
  return { kind: 'reset-password', secret_hash: hashToken(token) } as const;
}

/** The same message for invalid, expired, used and superseded links. */
function linkIsUsed(): PortalError {
  return new PortalError('link_expired', LINK_IS_USED);
}

async function setPassword({ body, db, services, request }: Reset, password_hash: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const id = await statements.takeLink(tx, linkOf(body));
    const person = id === undefined ? undefined : await statements.replacePassword(tx, { id, password_hash });
    if (id === undefined || !person) throw linkIsUsed();
    await notifyTopic(tx, personTopic(id));
    if (person.email !== null)
      await addMail(tx, { ...passwordChangedMail(services.config), recipient: person.email });
    await recordAuditEvent(
      tx,
      { ...NOBODY, person_id: id },
      {
        action: 'reset password',
        result: 'done',
        object_type: 'person',
        object_number: id,
        request_id: request.id,
      },
    );
  });
}

async function noteRefusal({ db, request }: Reset): Promise<void> {
  await recordAuditEvent(db, NOBODY, {
    action: 'reset password',
    result: 'refused',
    request_id: request.id,
    detail: { code: 'link_expired' },
  });
}

async function reset(context: Reset): Promise<void> {
  const { body, db, services } = context;
  const password = await readChosenPassword(services, body);
  const person = await statements.findPersonOfLink(db, linkOf(body));
  if (!person) throw linkIsUsed();
  refuseGuessable(password, [
    person.username,
    person.first_name,
    person.last_name,
    person.email.split('@')[0],
  ]);
  await setPassword(context, await hashPassword(password));
}

export const resetRoutes: Route[] = [
  serveWrite(
    forgetPassword,
    async ({ db, body }) => {
      const email = body.email;
      await addJob(db, 'send_reset_link', {
        key: `reset link ${email.toLowerCase()}`,
        payload: { email },
      });
      return { detail: 'Reset link sent!' };
    },
    { rateLimit: OPEN_CALL },
  ),

  serve(
    checkPasswordReset,
    async ({ db, body }) => {
      if (!(await statements.findPersonOfLink(db, linkOf(body)))) throw linkIsUsed();
      return { detail: 'This link can be used.' };
    },
    { rateLimit: OPEN_CALL },
  ),

  serve(
    resetPassword,
    async (context) => {
      await reset(context).catch(async (error: unknown) => {
        if (error instanceof PortalError && error.code === 'link_expired') await noteRefusal(context);
        throw error;
      });
      return { detail: "You've successfully reset your password. Please use the new password to login" };
    },
    { rateLimit: OPEN_CALL },
  ),
];
