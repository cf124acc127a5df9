import { z } from 'zod';
import { detailReply, endpoint, text } from '../../base/endpoint.ts';
import { personFields } from '../../base/person-fields.ts';

/** Messages of section 5 of the specification, the same in forms and replies. */
export const FORM_TEXTS = {
  email: "You've entered an incorrect email address.",
  passwordsDiffer: "Passwords don't match",
  passwordTooShort: 'Minimum length is 8',
  passwordTooLong: 'Maximum length is 128',
} as const;

/** A password has 8 to 128 characters; pages send it encrypted, so its length is checked after decryption. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

const email = text(254)
  .min(1, 'Enter email address')
  .regex(/^[^\s@<>()",;:\\]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}$/, FORM_TEXTS.email);
const sentPassword = text(8192).min(1, 'Enter password');
const username = text(64)
  .min(1, 'Enter user name')
  .regex(/^[\p{L}\p{N}._-]+$/u, 'A user name has letters, digits, dots, hyphens and underscores.');
const phoneNumber = z
  .string()
  .min(1, 'Enter phone number')
  .regex(/^\d+$/, 'Please enter a valid number')
  .min(6, 'Minimum length is 6')
  .max(13, 'Maximum length is 13');
const linkToken = z.string().regex(/^[\w-]{20,100}$/, 'Invalid or no token available!');

/** The reply is the same if the address already has an account; its owner is then notified by mail. */
export const register = endpoint({
  method: 'POST',
  path: '/api/user-register',
  summary: 'Create an account and send a mail with a verification link.',
  permission: 'anyone',
  object: 'none',
  body: z.object({
    first_name: personFields.first_name,
    last_name: personFields.last_name,
    email,
    username,
    password: sentPassword,
    confirm_password: sentPassword,
    institution: personFields.institution.optional(),
    orcid_id: personFields.orcid_id.optional(),
  }),
  status: 201,
  reply: detailReply,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/email-verification/',
  summary: 'Confirm an e-mail address by the token of its link.',
  permission: 'anyone',
  object: 'none',
  body: z.object({ token: linkToken }),
  reply: detailReply,
});

/** Always replies "Reset link sent!". */
export const forgetPassword = endpoint({
  method: 'POST',
  path: '/api/user-account-forget-password/',
  summary: 'Request a link to set a new password.',
  permission: 'anyone',
  object: 'none',
  body: z.object({ email }),
  reply: detailReply,
});

/** Checks the token without using it up. */
export const checkPasswordReset = endpoint({
  method: 'POST',
  path: '/api/check-expiry-reset-password/',
  summary: 'Whether a reset link is still valid.',
  permission: 'anyone',
  object: 'none',
  body: z.object({ token: linkToken }),
  reply: detailReply,
});

/** Ends all sessions of the person. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/user-reset-password/',
  summary: 'Set a new password by the token of a reset link.',
  permission: 'anyone',
  object: 'none',
  body: z.object({ token: linkToken, password: sentPassword, confirm_password: sentPassword }),
  reply: detailReply,
});

/** Always replies that a code was sent if an account has the address or number. */
export const getCode = endpoint({
  method: 'POST',
  path: '/api/get-code/',
  summary: 'Request a verification code by e-mail or text message.',
  permission: 'anyone',
  object: 'none',
  body: z
    .object({ email: email.optional(), phone_number: phoneNumber.optional() })
    .refine(
      (body) => (body.email === undefined) !== (body.phone_number === undefined),
      'Enter email address or phone number',
    ),
  reply: detailReply,
});

/** Six digits, valid for ten minutes, five attempts, one use; bound by a cookie to the browser that requested it. */
export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/verify-code/',
  summary: 'Verify an account with a code.',
  permission: 'anyone',
  object: 'none',
  body: z.object({ code: text(12).min(1, 'Enter Code') }),
  reply: detailReply,
});
