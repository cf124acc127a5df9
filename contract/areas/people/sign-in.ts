import { ROLES } from '@omicon/domain/permissions/permissions.ts';
import { z } from 'zod';
import { detailReply, endpoint, text } from '../../base/endpoint.ts';

/** Public key as JWK; pages encrypt passwords with it (JWE compact, RSA-OAEP-256, A256GCM). */
export const getLoginKey = endpoint({
  method: 'GET',
  path: '/api/login-key',
  summary: 'Public key with which pages encrypt passwords.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({ key: z.record(z.string(), z.string()), key_id: z.string(), expires_at: z.string() }),
});

export const checkVersion = endpoint({
  method: 'GET',
  path: '/api/version-check',
  summary: 'Whether the API version in the header is supported.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({
    version: z.string(),
    product_version: z.string(),
    guests: z.boolean(),
    /** providers available besides the password: the institution's single sign-on, and ORCID */
    single_sign_on: z.boolean(),
    orcid: z.boolean(),
  }),
});

/** Reply of every call that starts a session. */
export const signedIn = z.object({
  token: z.string(),
  user: z.object({ id: z.number(), username: z.string(), name: z.string(), role: z.enum(ROLES) }),
});

/**
 * Sign in with a password. Browsers (header `X-Omicon-Client: web`) get a cookie and an empty `token`;
 * scripts get a token that ends with the session.
 */
export const login = endpoint({
  method: 'POST',
  path: '/api/user-login',
  summary: 'Sign in with username and password.',
  permission: 'anyone',
  object: 'none',
  body: z.object({
    username: text(128).min(1, 'Enter user name'),
    password: text(8192).min(1, 'Enter password'),
    appid: text(64).optional(),
  }),
  reply: signedIn,
});

export const loginAsGuest = endpoint({
  method: 'POST',
  path: '/api/guest-login/',
  summary: 'Start a guest session of at most eight hours.',
  permission: 'anyone',
  object: 'none',
  body: z.object({ appid: text(64).optional() }).default({}),
  reply: signedIn,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout/',
  summary: 'End this session on the server.',
  permission: 'signed in',
  object: 'none',
  reply: detailReply.extend({
    /** the institution's sign-out address, for members who signed in through it */
    sign_out_url: z
      .string()
      .regex(/^https?:\/\//)
      .nullable(),
  }),
});

export const getPermissions = endpoint({
  method: 'GET',
  path: '/api/user-permissions/',
  summary: 'Your permissions and role.',
  permission: 'signed in',
  object: 'none',
  reply: z.object({ permissions: z.array(z.string()), role: z.enum(ROLES) }),
});

/** The signed-in person. */
const me = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  institution: z.string().nullable(),
  orcid_id: z.string().nullable(),
  /** whether the iD was verified at ORCID, not typed */
  is_orcid_connected: z.boolean(),
  role: z.enum(ROLES),
  permissions: z.array(z.string()),
  is_accepted_TOS: z.boolean(),
  /** when the person accepted the current terms; null if they did not, or there are none */
  tos_accepted_at: z.string().nullable(),
});

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me/',
  summary: 'The signed-in person.',
  permission: 'signed in',
  object: 'none',
  reply: me,
});

/** For pages that do not know yet whether there is a session. An invalid token is refused as everywhere. */
export const getSession = endpoint({
  method: 'GET',
  path: '/api/session/',
  summary: 'The person signed in on this browser, or null.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({ me: me.nullable() }),
});
