import { ROLES } from '@omicon/domain/permissions/permissions.ts';
import { z } from 'zod';
import { detailReply, endpoint, text } from '../base/endpoint.ts';

/** Public key as JWK; pages encrypt passwords to it (JWE compact, RSA-OAEP-256, A256GCM). */
export const getLoginKey = endpoint({
  method: 'GET',
  path: '/api/login-key',
  summary: 'Public key to which pages encrypt passwords.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({ key: z.record(z.string(), z.string()), key_id: z.string(), expires_at: z.string() }),
});

export const checkVersion = endpoint({
  method: 'GET',
  path: '/api/version-check',
  summary: 'Whether the API version in the header is served.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({
    version: z.string(),
    product_version: z.string(),
    guests: z.boolean(),
    /** doors that stand open beside the password: the institution's single sign-on, and ORCID */
    single_sign_on: z.boolean(),
    orcid: z.boolean(),
  }),
});

/** Reply of every call that begins a sign-in. */
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
  summary: 'Become a fresh guest for at most eight hours.',
  permission: 'anyone',
  object: 'none',
  body: z.object({ appid: text(64).optional() }).default({}),
  reply: signedIn,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout/',
  summary: 'End this sign-in on the server.',
  permission: 'signed in',
  object: 'none',
  reply: detailReply.extend({
    /** where the institution ends its own sign-in, for people of the laboratory who came through it */
    sign_out_url: z
      .string()
      .regex(/^https?:\/\//)
      .nullable(),
  }),
});

export const getPermissions = endpoint({
  method: 'GET',
  path: '/api/user-permissions/',
  summary: 'Permissions and role of the person asking.',
  permission: 'signed in',
  object: 'none',
  reply: z.object({ permissions: z.array(z.string()), role: z.enum(ROLES) }),
});

/** The person who asks, as the portal knows them. */
const me = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  institution: z.string().nullable(),
  orcid_id: z.string().nullable(),
  /** the iD was proven at ORCID, not typed */
  is_orcid_connected: z.boolean(),
  role: z.enum(ROLES),
  permissions: z.array(z.string()),
  is_accepted_TOS: z.boolean(),
  /** when the person accepted the terms in force; null when they did not, or when there are none */
  tos_accepted_at: z.string().nullable(),
});

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me/',
  summary: 'The person asking.',
  permission: 'signed in',
  object: 'none',
  reply: me,
});

/** A page asks it before it knows of any sign-in. A token that is no longer good is refused here as everywhere. */
export const getSession = endpoint({
  method: 'GET',
  path: '/api/session/',
  summary: 'The person who is signed in on this browser, null for nobody.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({ me: me.nullable() }),
});
