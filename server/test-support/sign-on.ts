/** A simulated browser that signs in through a popup: cookies by host, redirects followed one by one. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { DemoPerson } from '@omicon/demo/identity-provider/people.ts';
import { type DemoProvider, startDemoProvider } from '@omicon/demo/identity-provider/provider.ts';
import type { LightMyRequestResponse } from 'fastify';
import { hashToken } from '../base/sign-in/sessions.ts';
import { ORIGIN, PAGE } from './pages.ts';
import { openTestPortal, type TestPortal } from './portal.ts';

const PASSWORD = 'Nucleus basalis 11';

/** The result after the # of the popup's address. */
export interface Returned {
  code: string;
  status_code: string;
  challenge: string;
}

let browsers = 0;

export class TestBrowser {
  readonly appid = randomUUID();
  readonly verifier = randomBytes(32).toString('base64url');
  readonly #portal: TestPortal;
  readonly #remoteAddress: string;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(portal: TestPortal) {
    this.#portal = portal;
    browsers += 1;
    this.#remoteAddress = `198.19.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}`;
  }

  get challenge(): string {
    return hashToken(this.verifier).toString('base64url');
  }

  #keep(host: string, lines: readonly string[]): void {
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    for (const line of lines) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }

  cookies(host = ORIGIN): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A request to the portal, as a navigation or as a call of a page. */
  async ask(
    url: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> {
    const response = await this.#portal.app.inject({
      method: body ? 'POST' : 'GET',
      url: url.replace(ORIGIN, ''),
      headers: { ...(body ? PAGE : { host: PAGE.host }), cookie: this.cookies(), ...headers },
      remoteAddress: this.#remoteAddress,
      ...(body ? { payload: body } : {}),
    });
    this.#keep(ORIGIN, [response.headers['set-cookie'] ?? []].flat());
    return response;
  }

  /** The address to which the portal redirects the popup. */
  async begin(door: 'sso' | 'orcid' = 'sso', query: Record<string, string> = {}): Promise<URL> {
    const search = new URLSearchParams({ challenge: this.challenge, appid: this.appid, ...query });
    const response = await this.ask(`/api/${door}/start?${search}`);
    return new URL(String(response.headers.location), ORIGIN);
  }

  async #visit(address: URL, form?: URLSearchParams): Promise<URL | null> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookies(address.origin) },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    this.#keep(address.origin, response.headers.getSetCookie());
    await response.body?.cancel();
    const location = response.headers.get('location');
    return location === null ? null : new URL(location, address);
  }

  /** Signs in at the provider as this person. @returns the address of the redirect back to the portal */
  async passProvider(start: URL, subject: string): Promise<URL> {
    let location = start;
    for (let step = 0; step < 12; step += 1) {
      if (location.origin === ORIGIN) return location;
      const next = await this.#visit(location);
      const form = new URLSearchParams({ answer: 'sign in', subject, password: PASSWORD });
      const further = next ?? (await this.#visit(location, form));
      if (further === null) throw new Error(`The provider stays at ${location.pathname}.`);
      location = further;
    }
    throw new Error('The provider leads nowhere.');
  }

  async finish(callback: URL): Promise<Returned> {
    return returnedBy(await this.ask(`${callback.pathname}${callback.search}`));
  }

  /** The complete flow of the popup. */
  async goThrough(
    subject: string,
    door: 'sso' | 'orcid' = 'sso',
    query: Record<string, string> = {},
  ): Promise<Returned> {
    return this.finish(await this.passProvider(await this.begin(door, query), subject));
  }

  redeem(
    code: string,
    verifier = this.verifier,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.ask('/api/sso/redeem/', { body: { code, verifier }, headers });
  }

  /** Popup and redemption. @returns the reply of the redemption, or the refusal of the popup */
  async signIn(
    subject: string,
    door: 'sso' | 'orcid' = 'sso',
  ): Promise<{ status: number; user?: SignedInUser }> {
    const { code, status_code } = await this.goThrough(subject, door);
    if (code === '') return { status: Number(status_code) };
    const response = await this.redeem(code);
    return { status: response.statusCode, user: response.json<{ user: SignedInUser }>().user };
  }
}

export interface SignedInUser {
  id: number;
  username: string;
  name: string;
  role: string;
}

/** The part after the # of the popup's final address. */
export function returnedBy(response: LightMyRequestResponse): Returned {
  const { pathname, search, hash } = new URL(String(response.headers.location), ORIGIN);
  if (pathname !== '/loading' || search !== '') throw new Error(`The popup is sent to ${pathname}${search}.`);
  const found = new URLSearchParams(hash.slice(1));
  const part = (name: string) => found.get(name) ?? '';
  return { code: part('code'), status_code: part('status_code'), challenge: part('challenge') };
}

export interface SignOnPortal {
  portal: TestPortal;
  institution: DemoProvider;
  orcid: DemoProvider;
  close(): Promise<void>;
}

function aProvider(people: readonly DemoPerson[]): Promise<DemoProvider> {
  return startDemoProvider({ title: 'Test', people, password: PASSWORD, portalUrl: ORIGIN });
}

/** A portal with real identity providers on this machine. */
export async function openSignOnPortal(
  people: { institution: readonly DemoPerson[]; orcid?: readonly DemoPerson[] },
  env: Record<string, string> = {},
): Promise<SignOnPortal> {
  const institution = await aProvider(people.institution);
  const orcid = await aProvider(people.orcid ?? []);
  const portal = await openTestPortal({
    OMICON_PUBLIC_URL: ORIGIN,
    OIDC_ISSUER: institution.settings.issuer,
    OIDC_CLIENT_ID: institution.settings.clientId,
    OIDC_CLIENT_SECRET: institution.settings.clientSecret,
    ORCID_ISSUER: orcid.settings.issuer,
    ORCID_CLIENT_ID: orcid.settings.clientId,
    ORCID_CLIENT_SECRET: orcid.settings.clientSecret,
    ...env,
  });
  return {
    portal,
    institution,
    orcid,
    async close() {
      await portal.close();
      await institution.stop();
      await orcid.stop();
    },
  };
}

/** Adds an entry to the whitelist, as an administrator. */
export async function whitelist({ services }: TestPortal, email: string): Promise<number> {
  const row = await services.db
    .insertInto('whitelist_entry')
    .values({ name: 'Member', email })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
