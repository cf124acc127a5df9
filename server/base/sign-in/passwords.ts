/** Password hashes: argon2id, 19 MiB, two passes, one lane. At most two run at once and 64 wait. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PortalError } from '../errors.ts';
import { createLimiter } from '../limits/limiter.ts';

const deriveKey = promisify(argon2);
const PARAMETERS = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };

const runLimited = createLimiter({
  atOnce: 2,
  mayWait: 64,
  refusal: () =>
    new PortalError(
      'unavailable',
      'The portal is busy with sign-ins right now. Please try again in a moment.',
      { retryAfterSeconds: 2 },
    ),
});

function derive(password: string, nonce: Buffer): Promise<Buffer> {
  return runLimited(() =>
    deriveKey('argon2id', { ...PARAMETERS, message: Buffer.from(password, 'utf8'), nonce }),
  );
}

/** The stored form: `argon2id$<salt>$<key>` in base64url. Every character of the password counts. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return `argon2id$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Dummy hash for unknown accounts, so that the response takes equally long. */
const NOBODYS_HASH = `argon2id$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

/** Whether the password matches the hash; always takes one key derivation. */
export async function isPasswordRight(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', key = ''] = (stored ?? NOBODYS_HASH).split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  const isEqual = timingSafeEqual(derived, Buffer.from(key, 'base64url'));
  return isEqual && stored !== null;
}
