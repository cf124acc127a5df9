/**
 * The providers who tell us who somebody is: the institution's single sign-on and ORCID, both by OpenID Connect.
 * Who may come in is decided in area single-sign-on, not here.
 */
import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import type { Config, ProviderSettings } from '../../config.ts';
import { PortalError } from '../http/errors.ts';

export type ProviderKind = 'institution' | 'orcid';

const NAMES: Record<ProviderKind, string> = { institution: 'the institution', orcid: 'ORCID' };
const SCOPES: Record<ProviderKind, string> = { institution: 'openid email profile', orcid: 'openid' };

/** Every provider must offer it, and no other is accepted: what a token says of itself decides nothing. */
const ALGORITHM = 'RS256';
const CALL_SECONDS = 10;
const REMEMBERED_MS = 60 * 60 * 1000;

/** Somebody as a provider knows them. */
export interface Claims {
  issuer: string;
  subject: string;
  /** only an address that the provider has verified */
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

/** What the browser brought: its secret, and the state of this sign-in. */
export interface Binding {
  browser: string;
  state: string;
}

export interface IdentityProvider {
  /** where the browser goes to sign in */
  authorizationAddress(binding: Binding): Promise<string>;
  /** @throws Error of openid-client when anything about the answer is not as it must be */
  readAnswer(binding: Binding, query: URLSearchParams): Promise<Claims>;
  /** where the provider ends its own sign-in; null when it has no such place */
  signOutAddress(): Promise<string | null>;
}

export interface IdentityProviders {
  readonly isOpen: Readonly<Record<ProviderKind, boolean>>;
  /** @throws PortalError when there is no such door, or its provider does not answer */
  at(door: ProviderKind): Promise<IdentityProvider>;
  /** the demo's providers stand in for doors without settings; they may still be starting */
  offerDemo(doors: Partial<Record<ProviderKind, Promise<ProviderSettings>>>): void;
}

/**
 * PKCE verifier and nonce of a sign-in are made from the browser's secret, so that the portal stores neither: without
 * that browser nobody finishes what it began.
 */
function secretsOf({ browser, state }: Binding): { verifier: string; nonce: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url');
  return { verifier: derive('verifier'), nonce: derive('nonce') };
}

/** One line without control characters, at most as long as a name may be; null when nothing is left. */
function nameIn(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return clean === '' ? null : clean.slice(0, 100).trim();
}

function emailIn(value: unknown): string | null {
  const isAddress =
    typeof value === 'string' && value.length <= 254 && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(value);
  return isAddress ? value : null;
}

function toClaims(issuer: string, found: Record<string, unknown>): Claims {
  const { sub: subject } = found;
  if (typeof subject !== 'string' || !/^[^\p{C}]{1,255}$/u.test(subject))
    throw new Error('The subject of the ID token cannot be used.');
  return {
    issuer,
    subject,
    email: found.email_verified === true ? emailIn(found.email) : null,
    first_name: nameIn(found.given_name) ?? nameIn(found.name),
    last_name: nameIn(found.family_name),
  };
}

async function discover(settings: ProviderSettings): Promise<client.Configuration> {
  const configuration = await client.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { id_token_signed_response_alg: ALGORITHM },
    client.ClientSecretBasic(settings.clientSecret),
    {
      timeout: CALL_SECONDS,
      // The settings allow http for providers on this machine only.
      ...(settings.issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {}),
    },
  );
  // A token counts by its signature, not by the line it came over.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

interface Conversation {
  door: ProviderKind;
  settings: ProviderSettings;
  configuration: client.Configuration;
  callback: URL;
}

async function readAnswer(
  { door, settings, configuration, callback }: Conversation,
  binding: Binding,
  query: URLSearchParams,
): Promise<Claims> {
  const { verifier, nonce } = secretsOf(binding);
  const answered = new URL(callback);
  answered.search = query.toString();
  const tokens = await client.authorizationCodeGrant(configuration, answered, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: binding.state,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (!token) throw new Error('The provider sent no ID token.');
  // Many providers put no more than the subject into the token.
  const wanted =
    door === 'institution' ? token.email && token.email_verified : (token.given_name ?? token.name);
  const isComplete = wanted !== undefined || !configuration.serverMetadata().userinfo_endpoint;
  const more = isComplete ? {} : await client.fetchUserInfo(configuration, tokens.access_token, token.sub);
  return toClaims(settings.identityIssuer ?? token.iss, { ...more, ...token });
}

function providerOf(conversation: Conversation): IdentityProvider {
  const { door, settings, configuration, callback } = conversation;
  return {
    async authorizationAddress(binding) {
      const { verifier, nonce } = secretsOf(binding);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback.href,
        scope: SCOPES[door],
        state: binding.state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    readAnswer: (binding, query) => readAnswer(conversation, binding, query),
    async signOutAddress() {
      const { end_session_endpoint } = configuration.serverMetadata();
      if (!end_session_endpoint || !/^https?:\/\//.test(end_session_endpoint)) return null;
      const address = new URL(end_session_endpoint);
      address.searchParams.set('client_id', settings.clientId);
      return address.href;
    },
  };
}

interface Known {
  provider: Promise<IdentityProvider>;
  untilMs: number;
}

/** The providers of the settings; each is asked about itself when it is first needed, and again every hour. */
export function createIdentityProviders(
  config: Pick<Config, 'publicUrl' | 'institution' | 'orcid'>,
): IdentityProviders {
  const callback = new URL('/api/sso/callback', config.publicUrl);
  const settings: Partial<Record<ProviderKind, Promise<ProviderSettings> | undefined>> = {};
  if (config.institution) settings.institution = Promise.resolve(config.institution);
  if (config.orcid) settings.orcid = Promise.resolve(config.orcid);
  const known = new Map<ProviderKind, Known>();

  async function ask(door: ProviderKind, found: Promise<ProviderSettings>): Promise<IdentityProvider> {
    try {
      const own = await found;
      return providerOf({ door, settings: own, configuration: await discover(own), callback });
    } catch (error) {
      // Whoever asks next asks the provider anew.
      known.delete(door);
      throw new PortalError(
        'unavailable',
        `The sign-in of ${NAMES[door]} does not answer. Please try again in a while.`,
        { retryAfterSeconds: 30, cause: error },
      );
    }
  }

  return {
    get isOpen() {
      return { institution: settings.institution !== undefined, orcid: settings.orcid !== undefined };
    },
    async at(door) {
      const found = settings[door];
      if (!found) throw new PortalError('not_here', `This portal has no sign-in by ${NAMES[door]}.`);
      const remembered = known.get(door);
      if (remembered && remembered.untilMs > Date.now()) return remembered.provider;
      const provider = ask(door, found);
      known.set(door, { provider, untilMs: Date.now() + REMEMBERED_MS });
      return provider;
    },
    offerDemo(doors) {
      settings.institution ??= doors.institution;
      settings.orcid ??= doors.orcid;
    },
  };
}
