/**
 * Identity providers: the institution's single sign-on and ORCID, both over OpenID Connect. Area single-sign-on decides
 * who is admitted.
 */
import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import type { Config, ProviderSettings } from '../../config.ts';
import { PortalError } from '../errors.ts';

export type ProviderKind = 'institution' | 'orcid';

const NAMES: Record<ProviderKind, string> = { institution: 'the institution', orcid: 'ORCID' };
const SCOPES: Record<ProviderKind, string> = { institution: 'openid email profile', orcid: 'openid' };

/** The only accepted signature algorithm; the token's own header never decides. */
const ALGORITHM = 'RS256';
const CALL_SECONDS = 10;
const REMEMBERED_MS = 60 * 60 * 1000;

/** Claims of a provider about a person. */
export interface Claims {
  issuer: string;
  subject: string;
  /** only an address verified by the provider */
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

/** Input from the browser: its secret, and the state of this sign-in. */
export interface Binding {
  browser: string;
  state: string;
}

export interface IdentityProvider {
  /** where the browser goes to sign in */
  authorizationAddress(binding: Binding): Promise<string>;
  /** @throws Error of openid-client if the response is invalid in any way */
  readAnswer(binding: Binding, query: URLSearchParams): Promise<Claims>;
  /** the provider's sign-out address; null if it has none */
  signOutAddress(): Promise<string | null>;
}

type FindSettings = () => Promise<ProviderSettings>;

export interface IdentityProviders {
  readonly isOpen: Readonly<Record<ProviderKind, boolean>>;
  /** @throws PortalError if there is no such provider, or it does not respond */
  at(door: ProviderKind): Promise<IdentityProvider>;
  /** the demo's providers replace providers without settings; a call for settings may start one */
  offerDemo(doors: Record<ProviderKind, FindSettings>): void;
}

/**
 * PKCE verifier and nonce are derived from the browser's secret, so the portal stores neither, and only the browser
 * that began a sign-in can finish it.
 */
function secretsOf({ browser, state }: Binding): { verifier: string; nonce: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url');
  return { verifier: derive('verifier'), nonce: derive('nonce') };
}

/** A name on one line, without control characters and truncated; null if nothing is left. */
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
      // The settings allow http only for providers on this machine.
      ...(settings.issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {}),
    },
  );
  // A token is trusted for its signature, not for the connection it came over.
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
  // Many providers put only the subject into the token.
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

/** The configured providers; the metadata of each is loaded on first use and reloaded every hour. */
export function createIdentityProviders(
  config: Pick<Config, 'publicUrl' | 'institution' | 'orcid'>,
): IdentityProviders {
  const callback = new URL('/api/sso/callback', config.publicUrl);
  const { institution, orcid } = config;
  const settings: Partial<Record<ProviderKind, FindSettings>> = {
    ...(institution ? { institution: async () => institution } : {}),
    ...(orcid ? { orcid: async () => orcid } : {}),
  };
  const known = new Map<ProviderKind, Known>();

  async function ask(door: ProviderKind, find: FindSettings): Promise<IdentityProvider> {
    try {
      const own = await find();
      return providerOf({ door, settings: own, configuration: await discover(own), callback });
    } catch (error) {
      // The next request tries again.
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
      const find = settings[door];
      if (!find) throw new PortalError('not_here', `This portal has no sign-in by ${NAMES[door]}.`);
      const remembered = known.get(door);
      if (remembered && remembered.untilMs > Date.now()) return remembered.provider;
      const provider = ask(door, find);
      known.set(door, { provider, untilMs: Date.now() + REMEMBERED_MS });
      return provider;
    },
    offerDemo(doors) {
      settings.institution ??= doors.institution;
      settings.orcid ??= doors.orcid;
    },
  };
}
