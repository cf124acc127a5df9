/** Responses of a hostile, broken or unavailable provider never authenticate anybody (SEC-22, REL-18). */
import { createHmac, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityProviders, type IdentityProvider } from './identity-providers.ts';

const PUBLIC_URL = 'https://omicon.test';
const CLIENT = { clientId: 'omicon', clientSecret: 'a secret of the test' };
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Payload = Record<string, unknown>;

/** Response of the provider, changed by each test. */
interface Behaviour {
  idToken(honest: Payload): Promise<string | undefined> | string | undefined;
  userinfo: Payload;
  discovery: Payload;
}

let server: Server;
let issuer: string;
let nonce = '';
let behaviour: Behaviour;

function sign(payload: Payload, header: Payload = {}, key: KeyObject = own.privateKey): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key);
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A compact token with an arbitrary signature. */
function compact(header: Payload, payload: Payload, signature = ''): string {
  return `${part(header)}.${part(payload)}.${signature}`;
}

const HONEST: Behaviour = {
  idToken: (honest) => sign(honest),
  userinfo: { sub: 's-1', email: 'golgi@uni.test', email_verified: true, given_name: 'Camillo' },
  discovery: {},
};

async function answerOf(path: string): Promise<Payload> {
  if (path === '/.well-known/openid-configuration')
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/me`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...behaviour.discovery,
    };
  if (path === '/jwks')
    return { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] };
  if (path === '/me') return behaviour.userinfo;
  const now = Math.floor(Date.now() / 1000);
  const honest = { iss: issuer, aud: CLIENT.clientId, sub: 's-1', nonce, iat: now, exp: now + 300 };
  const id_token = await behaviour.idToken(honest);
  return { access_token: 'an access token', token_type: 'Bearer', ...(id_token ? { id_token } : {}) };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    answerOf(request.url ?? '').then((body) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  issuer = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
});
afterEach(() => {
  behaviour = HONEST;
});
afterAll(() => server.close());

function open(settings: Partial<typeof CLIENT & { issuer: string }> = {}) {
  const institution = { issuer, ...CLIENT, ...settings };
  return createIdentityProviders({ publicUrl: PUBLIC_URL, institution, orcid: null });
}

async function comeBack(provider: IdentityProvider, query: Record<string, string> = {}) {
  const binding = {
    browser: randomBytes(32).toString('base64url'),
    state: randomBytes(32).toString('base64url'),
  };
  const address = new URL(await provider.authorizationAddress(binding));
  nonce = address.searchParams.get('nonce') ?? '';
  return provider.readAnswer(binding, new URLSearchParams({ code: 'c', state: binding.state, ...query }));
}

async function claimsWith(change: Partial<Behaviour>) {
  behaviour = { ...HONEST, ...change };
  return comeBack(await open().at('institution'));
}

describe('a valid response', () => {
  test('identifies the person from the token and userinfo', async () => {
    expect(await claimsWith({})).toEqual({
      issuer,
      subject: 's-1',
      email: 'golgi@uni.test',
      first_name: 'Camillo',
      last_name: null,
    });
  });

  test('prefers the token over userinfo', async () => {
    const idToken = (honest: Payload) => sign({ ...honest, given_name: 'Santiago' });
    expect((await claimsWith({ idToken })).first_name).toBe('Santiago');
  });

  test.each([
    ['unverified', { email_verified: false }],
    ['said to be verified in another form', { email_verified: 'true' }],
    ['not said to be verified', { email_verified: undefined }],
    ['with a line break', { email: 'a@uni.test\nb@uni.test' }],
    ['with a NUL', { email: 'a\u0000@uni.test' }],
    ['no address', { email: 'golgi' }],
    ['no text', { email: ['golgi@uni.test'] }],
  ])('with an address that is %s has none', async (_, change) => {
    expect((await claimsWith({ userinfo: { ...HONEST.userinfo, ...change } })).email).toBeNull();
  });
});

function hs256(payload: Payload, secret: string | Buffer): string {
  const text = `${part({ alg: 'HS256', kid: 'k1' })}.${part(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const RS_AS_HS = own.publicKey.export({ format: 'pem', type: 'spki' });
const past = Math.floor(Date.now() / 1000) - 3600;
const future = past + 7200;

test.each<[string, Behaviour['idToken']]>([
  ['there is none', () => undefined],
  ['its algorithm is none', (honest) => compact({ alg: 'none' }, honest)],
  ['its algorithm is None', (honest) => compact({ alg: 'None' }, honest)],
  ['its signature is empty', (honest) => compact({ alg: 'RS256', kid: 'k1' }, honest)],
  ['its signature is of another key', (honest) => sign(honest, {}, foreign.privateKey)],
  ['it is signed with the public key as a secret', (honest) => hs256(honest, RS_AS_HS)],
  ['it is signed with the client secret', (honest) => hs256(honest, CLIENT.clientSecret)],
  ['it is signed by another algorithm of the same key', (honest) => sign(honest, { alg: 'PS256' })],
  ['its audience is another client', (honest) => sign({ ...honest, aud: 'another' })],
  ['its audience is several, for another', (honest) => sign({ ...honest, aud: ['omicon', 'b'], azp: 'b' })],
  ['its issuer is another', (honest) => sign({ ...honest, iss: 'https://evil.test' })],
  ['it is over', (honest) => sign({ ...honest, iat: past - 300, exp: past })],
  ['it never ends', ({ exp: _, ...honest }) => sign(honest)],
  ['it does not count yet', (honest) => sign({ ...honest, nbf: future })],
  ['its nonce is of another sign-in', (honest) => sign({ ...honest, nonce: 'another' })],
  ['it has no nonce', ({ nonce: _, ...honest }) => sign(honest)],
  ['it names nobody', ({ sub: _, ...honest }) => sign(honest)],
  [
    'its subject has a NUL',
    (honest) => sign({ ...honest, sub: 's\u0000', email: 'a@b.c', email_verified: true }),
  ],
  ['it is no token', () => 'not.a.token'],
])('an ID token is refused when %s', async (_, idToken) => {
  await expect(claimsWith({ idToken })).rejects.toThrow();
});

test('userinfo of somebody else is refused', async () => {
  await expect(claimsWith({ userinfo: { ...HONEST.userinfo, sub: 's-2' } })).rejects.toThrow();
});

test('a response with another state, without code or from another issuer is refused', async () => {
  const provider = await open().at('institution');
  for (const query of [
    { state: 'another' },
    { code: '' },
    { iss: 'https://evil.test' },
    { error: 'server_error' },
  ])
    await expect(comeBack(provider, query), JSON.stringify(query)).rejects.toThrow();
});

describe('a provider', () => {
  const SENTENCE = 'The sign-in of the institution does not answer. Please try again in a while.';

  test('that is down is reported as such, and tried again the next time', async () => {
    const providers = open({ issuer: 'http://127.0.0.1:9' });
    for (let tries = 0; tries < 2; tries += 1)
      await expect(providers.at('institution')).rejects.toMatchObject({
        code: 'unavailable',
        message: SENTENCE,
      });
  });

  test('with another issuer name is refused', async () => {
    behaviour = { ...HONEST, discovery: { issuer: 'https://evil.test' } };
    await expect(open().at('institution')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that is not configured cannot be used', async () => {
    const providers = open();
    expect(providers.isOpen).toEqual({ institution: true, orcid: false });
    await expect(providers.at('orcid')).rejects.toMatchObject({ code: 'not_here' });
  });

  test('may have no sign-out address, and a script is not accepted as one', async () => {
    expect(await (await open().at('institution')).signOutAddress()).toBeNull();
    behaviour = { ...HONEST, discovery: { end_session_endpoint: 'javascript:alert(1)' } };
    expect(await (await open().at('institution')).signOutAddress()).toBeNull();
    behaviour = { ...HONEST, discovery: { end_session_endpoint: `${issuer}/bye?x=1` } };
    expect(await (await open().at('institution')).signOutAddress()).toBe(
      `${issuer}/bye?x=1&client_id=omicon`,
    );
  });
});
