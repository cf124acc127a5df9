import { expect, test } from 'vitest';
import { emailShape, newPasswordShape, registrationShape } from './form-shapes.ts';

const FILLED = {
  first_name: 'Ines',
  last_name: 'Caldeira',
  email: 'ines@example.org',
  username: 'ines.caldeira',
  password: 'a long enough secret',
  confirm_password: 'a long enough secret',
  institution: '',
  orcid_id: '',
};

function firstSentence(form: unknown): string | undefined {
  return registrationShape.safeParse(form).error?.issues[0]?.message;
}

test('a filled form is valid without institution and ORCID iD', () => {
  expect(firstSentence(FILLED)).toBeUndefined();
});

test.each([
  ['first_name', '', 'Enter first name'],
  ['last_name', '', 'Enter last name'],
  ['username', '', 'Enter user name'],
  ['email', '', 'Enter email address'],
  ['email', 'ines@', "You've entered an incorrect email address."],
  ['password', 'short', 'Minimum length is 8'],
  ['confirm_password', 'another long secret', "Passwords don't match"],
  ['orcid_id', '0000', 'An ORCID iD looks like 0000-0002-1825-0097.'],
])('%s filled with %j says so', (field, value, sentence) => {
  const sentences = registrationShape
    .safeParse({ ...FILLED, [field]: value })
    .error?.issues.map((issue) => issue.message);
  expect(sentences).toContain(sentence);
});

test('a password may have 128 emoji and not 129', () => {
  const form = (length: number) => ({ password: '🧬'.repeat(length), confirm_password: '🧬'.repeat(length) });
  expect(newPasswordShape.safeParse(form(128)).success).toBe(true);
  expect(newPasswordShape.safeParse(form(129)).success).toBe(false);
});

test('an e-mail address with a semicolon is invalid', () => {
  expect(emailShape.safeParse({ email: 'a@example.org;b@example.org' }).success).toBe(false);
});
