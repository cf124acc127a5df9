/**
 * The demo's identity providers: a certified library on a loopback port, with a few people. They replace the
 * institution and ORCID if neither is configured, and in tests. Keys and secrets are created at each start.
 */
import { createHash, generateKeyPair, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { type PageContext, Provider } from 'oidc-provider';
import { Memory } from './memory.ts';
import * as pages from './pages.ts';
import type { DemoPerson } from './people.ts';

const MAX_FORM_BYTES = 4096;

interface DemoProviderOptions {
  title: string;
  people: readonly DemoPerson[];
  password: string;
  /** address of the portal, the only allowed redirect */
  portalUrl: string;
  /** fixed, because the port differs from start to start */
  identityIssuer?: string;
}

export interface DemoProvider {
  /** how the portal is known here */
  settings: { issuer: string; clientId: string; clientSecret: string; identityIssuer?: string };
  stop(): Promise<void>;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function makeKeys(): Promise<{ keys: object[] }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: newSecret() }] };
}

/** Skips the consent page: people only sign in to go on to the portal. */
async function grantEverything({ oidc }: PageContext) {
  const { client, session, provider } = oidc;
  const grantId = session.grantIdFor(client.clientId);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (found) return found;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

interface Identity {
  clientId: string;
  clientSecret: string;
  keys: { keys: object[] };
}

function configurationOf(options: DemoProviderOptions, { clientId, clientSecret, keys }: Identity) {
  const { title, people, portalUrl } = options;
  const show = (ctx: PageContext, content: string) => {
    const page = pages.toPage(portalUrl, { title, content });
    for (const [name, value] of Object.entries(page.headers)) ctx.set(name, value);
    ctx.body = page.html;
  };
  return {
    adapter: Memory,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [new URL('/api/sso/callback', portalUrl).href],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: keys,
    cookies: { keys: [newSecret()] },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 36_000,
      IdToken: 600,
      Interaction: 600,
      Session: 36_000,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx: PageContext, form: string) => show(ctx, pages.signOutQuestion(title, form)),
        postLogoutSuccessSource: (ctx: PageContext) => show(ctx, pages.signedOut(title)),
      },
    },
    interactions: { url: (_ctx: PageContext, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: grantEverything,
    renderError: (ctx: PageContext, { error_description }: { error_description?: string }) =>
      show(ctx, pages.failure(title, error_description ?? 'This request could not be answered.')),
    findAccount: (_ctx: PageContext, accountId: string) => {
      const person = people.find(({ subject }) => subject === accountId);
      if (!person) return undefined;
      const { subject: sub, about: _about, email, email_verified = true, ...names } = person;
      const name = `${names.given_name} ${names.family_name}`;
      const claims = { sub, ...names, name, ...(email ? { email, email_verified } : {}) };
      return { accountId, claims: async () => claims };
    },
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) throw new Error('The form is too large.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares digests, so that the time does not depend on the input. */
function isRight(password: string, typed: string | null): boolean {
  return timingSafeEqual(digestOf(password), digestOf(typed ?? ''));
}

/** Shows the page for selecting a person, and handles its form. */
async function interact(
  provider: Provider,
  options: DemoProviderOptions,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { title, people, password, portalUrl } = options;
  await provider.interactionDetails(request, response);
  let chosen: string | null = null;
  if (request.method === 'POST') {
    const form = await readForm(request);
    if (form.get('answer') === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The person went back.' };
      return provider.interactionFinished(request, response, refusal);
    }
    chosen = form.get('subject');
    const person = people.find(({ subject }) => subject === chosen);
    if (person && isRight(password, form.get('password')))
      return provider.interactionFinished(request, response, { login: { accountId: person.subject } });
  }
  const { html, headers } = pages.toPage(portalUrl, {
    title,
    content: pages.choiceOfPeople({ title, people, chosen }),
  });
  response.writeHead(200, headers).end(html);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The demo provider has no port.');
  // Does not keep the process alive.
  server.unref();
  return `http://127.0.0.1:${address.port}`;
}

/** Starts a provider on a free loopback port. */
export async function startDemoProvider(options: DemoProviderOptions): Promise<DemoProvider> {
  const identity = { clientId: 'omicon', clientSecret: newSecret(), keys: await makeKeys() };
  const server = createServer();
  const issuer = await listen(server);
  const provider = new Provider(issuer, configurationOf(options, identity));
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    interact(provider, options, { request, response }).catch(() => {
      const content = pages.failure(options.title, 'This page has been left too long, or was opened twice.');
      const { html, headers } = pages.toPage(options.portalUrl, { title: options.title, content });
      if (!response.headersSent) response.writeHead(400, headers).end(html);
    });
  });
  const { clientId, clientSecret } = identity;
  return {
    settings: {
      issuer,
      clientId,
      clientSecret,
      ...(options.identityIssuer ? { identityIssuer: options.identityIssuer } : {}),
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
