/**
 * Password verification with rate limits: guesses are counted, and the user's known browsers have a separate budget.
 */
import { PortalError } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { isPasswordRight } from '../../base/sign-in/passwords.ts';
import { hashToken } from '../../base/sign-in/sessions.ts';
import {
  countGuesses,
  createGuess,
  findPersonByUsername,
  isKnownBrowser,
  lockGuesses,
  markGuessRight,
  type PersonRow,
} from './sql.ts';

const LIMITS = { minute: 10, hour: 60, day: 300 } as const;
const ADDRESS_FAILURES_AN_HOUR = 100;

export interface LoginAttempt {
  username: string;
  /** as sent: plain, or encrypted with the login key */
  password: string;
  address: string;
  browserToken: string | null;
}

export function invalidLogin(): PortalError {
  return new PortalError('invalid_login', 'Invalid login. Make sure your username and password are correct.');
}

function secondsToWait(count: {
  minute: number;
  hour: number;
  day: number;
  address_failures: number;
}): number | null {
  if (count.day >= LIMITS.day) return 3600;
  if (count.hour >= LIMITS.hour || count.address_failures >= ADDRESS_FAILURES_AN_HOUR) return 600;
  return count.minute >= LIMITS.minute ? 60 : null;
}

/**
 * The person with this password. Every guess is counted before it is verified, in its own transaction, so that parallel
 * guesses and aborted requests count, too.
 * @throws PortalError invalid_login, or too_many_requests with the seconds to wait
 */
export async function judgeLogin(services: Services, attempt: LoginAttempt): Promise<PersonRow> {
  const password = await services.loginKeys.readPassword(attempt.password);
  const person = await findPersonByUsername(services.db, attempt.username);
  const known_browser = await knownBrowserOf(services, attempt, person);
  const guess = { account_key: attempt.username.toLowerCase(), known_browser, address: attempt.address };
  const guessId = await services.db.transaction().execute(async (tx) => {
    await lockGuesses(tx, guess);
    const wait = secondsToWait(await countGuesses(tx, guess));
    if (wait !== null) {
      throw new PortalError('too_many_requests', 'Too many attempts. Please wait a while and try again.', {
        retryAfterSeconds: wait,
      });
    }
    return createGuess(tx, guess);
  });
  const isRight = await isPasswordRight(password, person?.password_hash ?? null);
  if (!person || !isRight || person.verified_at === null) throw invalidLogin();
  await markGuessRight(services.db, guessId);
  return person;
}

async function knownBrowserOf(
  services: Services,
  attempt: LoginAttempt,
  person: PersonRow | undefined,
): Promise<Buffer | null> {
  if (!attempt.browserToken || !person) return null;
  const token_hash = hashToken(attempt.browserToken);
  return (await isKnownBrowser(services.db, { token_hash, person_id: person.id })) ? token_hash : null;
}
