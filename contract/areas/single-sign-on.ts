import { z } from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { signedIn } from './sign-in.ts';

/** Where the popup hands its result over, and where the opening page waits. */
export const LOADING_PATH = '/loading';

/** 256 bits as base64url: verifiers, their hashes, states and one-time codes. */
const bits256 = z.string().regex(/^[\w-]{43}$/, 'This sign-in cannot be used. Please try again.');

/** Names the page that waits. A label that the page chose, never a secret. */
const appId = z.uuid('The app id is a UUID.');

const start = z.object({
  /** SHA-256 of the verifier that only the opening page knows */
  challenge: bits256,
  appid: appId,
});

/** Sends the popup on to the institution. The browser gets a cookie to which the sign-in is bound. */
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
  summary: 'Begin to sign in by ORCID.',
  permission: 'anyone',
  object: 'none',
  query: start.extend({ purpose: z.enum(['sign-in', 'connect']).default('sign-in') }),
  status: 303,
  reply: z.null(),
});

/**
 * The provider sends the popup back here. Whatever the outcome, the popup goes on to `/loading`, which finds it behind
 * the #: `code` and `challenge`, or `status_code` and `challenge`.
 */
export const finishSignOn = endpoint({
  method: 'GET',
  path: '/api/sso/callback',
  summary: 'Take the answer of the institution or of ORCID.',
  permission: 'anyone',
  object: 'none',
  query: z.object({ state: bits256 }),
  status: 303,
  reply: z.null(),
});

const redemption = z.strictObject({ code: bits256, verifier: bits256 });

/** One-time code, verifier and cookie together are a sign-in, once within a minute. */
export const redeemSignOn = endpoint({
  method: 'POST',
  path: '/api/sso/redeem/',
  summary: 'Trade the one-time code of a single sign-on for a sign-in.',
  permission: 'anyone',
  object: 'none',
  body: redemption,
  reply: signedIn,
});

export const connectOrcid = endpoint({
  method: 'POST',
  path: '/api/orcid/connect/',
  summary: 'Connect the ORCID iD that was just proven to the own account.',
  permission: 'API_TOKEN_CREATE',
  object: 'none',
  body: redemption,
  reply: z.object({ orcid_id: z.string() }),
});

/** What the login socket says, once: how the sign-in of a waiting page ended. The page gets its sign-in elsewhere. */
export const loginMessage = z.object({
  type: z.literal('login'),
  status_code: z.union([z.literal(200), z.literal(403), z.literal(500)]),
  appid: z.string(),
});
