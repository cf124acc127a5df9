import { z } from 'zod';
import { endpoint } from '../../base/endpoint.ts';
import { signedIn } from './sign-in.ts';

/** Path of the page at which the popup delivers its result. */
export const LOADING_PATH = '/loading';

/** 256 bits as base64url: verifiers, their hashes, states and one-time codes. */
const bits256 = z.string().regex(/^[\w-]{43}$/, 'This sign-in cannot be used. Please try again.');

/** Label of the waiting page, chosen by the page; not a secret. */
const appId = z.uuid('The app id is a UUID.');

const start = z.object({
  /** SHA-256 of the verifier known only to the opening page */
  challenge: bits256,
  appid: appId,
});

/** Redirects the popup to the institution, and sets a cookie to which the sign-in is bound. */
export const startSignOn = endpoint({
  method: 'GET',
  path: '/api/sso/start',
  summary: "Begin to sign in by the institution's single sign-on.",
  permission: 'anyone',
  object: 'none',
  query: start,
  status: 303,
  reply: z.null(),
});

/** `connect` adds the ORCID iD to the account of the person who is signed in. */
export const startOrcid = endpoint({
  method: 'GET',
  path: '/api/orcid/start',
  summary: 'Start to sign in with ORCID.',
  permission: 'anyone',
  object: 'none',
  query: start.extend({ purpose: z.enum(['sign-in', 'connect']).default('sign-in') }),
  status: 303,
  reply: z.null(),
});

/**
 * The provider redirects the popup here. In all cases the popup is redirected to `/loading`, with the result after the
 * #: `code` and `challenge`, or `status_code` and `challenge`.
 */
export const finishSignOn = endpoint({
  method: 'GET',
  path: '/api/sso/callback',
  summary: 'Receive the response of the institution or ORCID.',
  permission: 'anyone',
  object: 'none',
  query: z.object({ state: bits256 }),
  status: 303,
  reply: z.null(),
});

const redemption = z.strictObject({ code: bits256, verifier: bits256 });

/** Code, verifier and cookie together start a session, once within a minute. */
export const redeemSignOn = endpoint({
  method: 'POST',
  path: '/api/sso/redeem/',
  summary: 'Exchange the one-time code of a single sign-on for a session.',
  permission: 'anyone',
  object: 'none',
  body: redemption,
  reply: signedIn,
});

export const connectOrcid = endpoint({
  method: 'POST',
  path: '/api/orcid/connect/',
  summary: 'Connect the ORCID iD just verified to your account.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  body: redemption,
  reply: z.object({ orcid_id: z.string() }),
});

/** The only message of the login socket: how the sign-in of a waiting page ended. It carries no session. */
export const loginMessage = z.object({
  type: z.literal('login'),
  status_code: z.union([z.literal(200), z.literal(403), z.literal(500)]),
  appid: z.string(),
});
