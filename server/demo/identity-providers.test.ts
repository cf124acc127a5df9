/** The demo's identity providers cost nothing before somebody signs in through them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { createIdentityProviders } from '../base/sign-in/identity-providers.ts';
import { openTestPortal } from '../test-support/portal.ts';
import { openDemoProviders } from './identity-providers.ts';

/** Number of servers that this process has begun to listen with since now. */
function countServers(): () => number {
  let servers = 0;
  const count = () => {
    servers += 1;
  };
  subscribe('tracing:net.server.listen:asyncStart', count);
  onTestFinished(() => {
    unsubscribe('tracing:net.server.listen:asyncStart', count);
  });
  return () => servers;
}

test('each is offered at once, starts once with its first sign-in, and stops', async () => {
  const portal = await openTestPortal();
  onTestFinished(() => portal.close());
  const identityProviders = createIdentityProviders({
    publicUrl: 'http://localhost:8000',
    institution: null,
    orcid: null,
  });
  const servers = countServers();
  const stop = await openDemoProviders({ ...portal.services, identityProviders }, 'Nucleus basalis 11');
  expect(identityProviders.isOpen).toEqual({ institution: true, orcid: true });
  expect(servers()).toBe(0);

  const signIn = async (door: 'institution' | 'orcid') => {
    const provider = await identityProviders.at(door);
    return new URL(await provider.authorizationAddress({ browser: 'secret', state: 'state' }));
  };
  const [first, second] = await Promise.all([signIn('institution'), signIn('institution')]);
  expect(second.origin).toBe(first.origin);
  expect(servers()).toBe(1);
  const orcid = await signIn('orcid');
  expect(orcid.origin).not.toBe(first.origin);
  expect(servers()).toBe(2);
  const page = await fetch(first);
  expect(await page.text()).toContain('Demo Institution sign-on');

  await stop();
  await expect(fetch(first)).rejects.toThrow('fetch failed');
  await expect(fetch(orcid)).rejects.toThrow('fetch failed');
});
