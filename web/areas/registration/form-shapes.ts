/** Rules of the account forms with the sentences of the first failing one. */
import { FORM_TEXTS, PASSWORD_LENGTH, register } from '@omicon/contract/registration.ts';
import { z } from 'zod';

const fields = register.body.shape;

const password = z
  .string()
  .min(1, 'Enter password')
  .refine((value) => [...value].length >= PASSWORD_LENGTH.least, FORM_TEXTS.passwordTooShort)
  .refine((value) => [...value].length <= PASSWORD_LENGTH.most, FORM_TEXTS.passwordTooLong);

/** A new password, twice. */
export const newPasswordShape = z
  .object({ password, confirm_password: password })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: FORM_TEXTS.passwordsDiffer,
  });

export const registrationShape = z
  .object({
    first_name: fields.first_name,
    last_name: fields.last_name,
    email: z.string().min(1, 'Enter email address').pipe(fields.email),
    username: fields.username,
    password,
    confirm_password: password,
    institution: z.string().max(200, 'Maximum length is 200'),
    orcid_id: z.literal('').or(fields.orcid_id.unwrap()),
  })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: FORM_TEXTS.passwordsDiffer,
  });

export const emailShape = z.object({ email: z.string().min(1, 'Enter email address').pipe(fields.email) });
