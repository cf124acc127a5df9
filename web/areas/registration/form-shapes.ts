/** Validation of the account forms; each field shows the message of its first failing rule. */
import { FORM_TEXTS, PASSWORD_LENGTH, register } from '@omicon/contract/areas/people/registration.ts';
import { z } from 'zod';
import { personShape } from '../../ui/form/PersonFields.tsx';

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
    ...personShape,
    email: z.string().min(1, 'Enter email address').pipe(fields.email),
    username: fields.username,
    password,
    confirm_password: password,
  })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: FORM_TEXTS.passwordsDiffer,
  });

export const emailShape = z.object({ email: z.string().min(1, 'Enter email address').pipe(fields.email) });
