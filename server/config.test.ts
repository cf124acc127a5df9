/** Settings of identity providers: complete and over https, or a message with the fault. */
import os from 'node:os';
import { expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';

const OIDC = {
  OIDC_ISSUER: 'https://login.uni.test',
  OIDC_CLIENT_ID: 'omicon',
  OIDC_CLIENT_SECRET: 'a secret of the test',
};
const ORCID = { ORCID_CLIENT_ID: 'APP-1', ORCID_CLIENT_SECRET: 'another secret' };
const PRODUCTION = {
  NODE_ENV: 'production',
  OMICON_DEMO: 'off',
  OMICON_PUBLIC_URL: 'https://omicon.test',
  SMTP_URL: 'smtp://mail.test',
};

test('without settings the portal listens on port 8000', () => {
  expect([readConfig({}).port, readConfig({ PORT: '8123' }).port]).toEqual([8000, 8123]);
});

test('a large search is split only where there are cores for its parts, or as set', () => {
  const cores = vi.spyOn(os, 'availableParallelism');
  const partsOn = (count: number, settings = {}) => {
    cores.mockReturnValue(count);
    return readConfig(settings).searchParts;
  };
  expect([partsOn(1), partsOn(2), partsOn(3)]).toEqual([1, 1, 2]);
  expect(partsOn(16, { OMICON_SEARCH_THREADS: '6' })).toBe(6);
  expect(partsOn(2, { OMICON_SEARCH_PARTS: '2' })).toBe(2);
  expect(partsOn(16, { OMICON_SEARCH_PARTS: '1' })).toBe(1);
  cores.mockRestore();
});

test('without settings there is no provider', () => {
  expect(readConfig({})).toMatchObject({ institution: null, orcid: null });
});

test('the settings of the institution and of ORCID are read', () => {
  expect(readConfig({ ...OIDC, ...ORCID, ...PRODUCTION })).toMatchObject({
    institution: {
      issuer: 'https://login.uni.test',
      clientId: 'omicon',
      clientSecret: 'a secret of the test',
    },
    orcid: { issuer: 'https://orcid.org', clientId: 'APP-1', clientSecret: 'another secret' },
  });
});

test('a provider on this machine may use http, for tests', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(readConfig({ ...OIDC, OIDC_ISSUER: `http://${host}:9000` }).institution?.issuer).toContain(host);
});

const TOGETHER = 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none.';

test.each<[string, Record<string, string>, string]>([
  ['an issuer alone', { OIDC_ISSUER: OIDC.OIDC_ISSUER }, TOGETHER],
  ['no issuer', { ...OIDC, OIDC_ISSUER: '' }, TOGETHER],
  ['no secret', { ...OIDC, OIDC_CLIENT_SECRET: '' }, TOGETHER],
  [
    'half of ORCID',
    { ORCID_CLIENT_ID: 'APP-1' },
    'ORCID_CLIENT_ID and ORCID_CLIENT_SECRET belong together: set both or none.',
  ],
  [
    'a secret of ORCID alone',
    { ORCID_CLIENT_SECRET: 'x' },
    'ORCID_CLIENT_ID and ORCID_CLIENT_SECRET belong together: set both or none.',
  ],
  [
    'http to another machine',
    { ...OIDC, OIDC_ISSUER: 'http://login.uni.test' },
    'OIDC_ISSUER must begin with https://; http:// is only for this machine.',
  ],
  [
    'a name that only looks like this machine',
    { ...OIDC, OIDC_ISSUER: 'http://localhost.evil.test' },
    'OIDC_ISSUER must begin with https://; http:// is only for this machine.',
  ],
  ['no address', { ...OIDC, OIDC_ISSUER: 'login' }, 'OIDC_ISSUER must be an address such as https://login'],
  [
    'http in production',
    { ...OIDC, ...PRODUCTION, OIDC_ISSUER: 'http://localhost:9000' },
    'OIDC_ISSUER and ORCID_ISSUER must begin with https:// in production.',
  ],
  [
    'the demo in production',
    { ...PRODUCTION, OMICON_DEMO: 'on' },
    'The demo laboratory does not run in production; set OMICON_DEMO=off.',
  ],
])('%s stops the start with a sentence', (_, env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

test('proxies are trusted by address, network or kind of network', () => {
  expect(readConfig({}).trustedProxies).toEqual([]);
  expect(readConfig({ OMICON_TRUSTED_PROXIES: '10.0.0.0/8, ::1,loopback' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
    'loopback',
  ]);
});

test.each(['0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0', 'proxy.lab.test', '10.0.0.1/8/8', '10.0.0.1,*'])(
  'the proxy %s stops the start with a sentence',
  (value) => {
    expect(() => readConfig({ OMICON_TRUSTED_PROXIES: value })).toThrow(
      'OMICON_TRUSTED_PROXIES must be a comma-separated list of addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.',
    );
  },
);
