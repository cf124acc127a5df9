/** Password rules (SEC-20): long enough, not common, not made of names. */
import { FORM_TEXTS, PASSWORD_LENGTH } from '@omicon/contract/areas/people/registration.ts';
import { PortalError } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const PRODUCT_NAMES = ['omicon', 'omics'];
const TOO_EASY = 'This password is too easy to guess. Please choose another one.';

/** Shorter names, such as `Li`, occur in other words. */
const SHORTEST_NAME = 3;
/** A password needs this many letters or digits besides names. */
const MIN_BESIDE_NAMES = 5;

const LETTERS_OF_SIGNS = new Map([...'013457$@!'].map((sign, at) => [sign, [...'oieastsai'][at] ?? sign]));

/** Reads `p@ssw0rd1` as `password1`: replaces look-alike characters by letters, except at the end. */
function readSigns(text: string): string {
  const end = text.length - (/[^\p{L}]{0,200}$/u.exec(text)?.[0].length ?? 0);
  const letters = [...text.slice(0, end)].map((sign) => LETTERS_OF_SIGNS.get(sign) ?? sign);
  return letters.join('') + text.slice(end);
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Ignores letter case and look-alike characters. */
export function isCommonPassword(password: string): boolean {
  const plain = simplify(password);
  return COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(readSigns(plain));
}

function partsOf(name: string): string[] {
  return simplify(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => [...part].length >= SHORTEST_NAME);
}

/** Whether a password consists mostly of names of the product and the person. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const parts = [...PRODUCT_NAMES, ...names].flatMap(partsOf).sort((a, b) => b.length - a.length);
  const plain = simplify(password);
  return [plain, readSigns(plain)].some((reading) => {
    const whole = reading.replaceAll(/[^\p{L}\p{N}]+/gu, '');
    const rest = parts.reduce((text, part) => text.replaceAll(part, ''), whole);
    const isNamed = rest.length < whole.length;
    return isNamed && ([...rest].length < MIN_BESIDE_NAMES || COMMON_PASSWORDS.has(rest));
  });
}

function refuse(field: 'password' | 'confirm_password', sentence: string): never {
  throw new PortalError('invalid_input', sentence, { fields: { [field]: sentence } });
}

/**
 * The chosen password, from two fields (plain, or encrypted with the login key). Its length is counted in code points.
 * @throws PortalError 400 with the form's message
 */
export async function readChosenPassword(
  { loginKeys }: Services,
  body: { password: string; confirm_password: string },
): Promise<string> {
  const password = await loginKeys.readPassword(body.password);
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least) refuse('password', FORM_TEXTS.passwordTooShort);
  if (length > PASSWORD_LENGTH.most) refuse('password', FORM_TEXTS.passwordTooLong);
  if (password.includes('\u0000')) refuse('password', 'Please enter text without control characters.');
  if ((await loginKeys.readPassword(body.confirm_password)) !== password)
    refuse('confirm_password', FORM_TEXTS.passwordsDiffer);
  return password;
}

/** @throws PortalError 400 for a password that is easy to guess */
export function refuseGuessable(password: string, names: readonly (string | null | undefined)[]): void {
  const known = names.filter((name) => name !== null && name !== undefined);
  if (isCommonPassword(password) || isMadeOfNames(password, known)) refuse('password', TOO_EASY);
}
