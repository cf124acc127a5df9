/** The demo's identity providers and their whitelist entries. */

import { DEMO_MEMBERS, INSTITUTION_PEOPLE, ORCID_PEOPLE } from '@omicon/demo/identity-provider/people.ts';
import type { DemoProvider } from '@omicon/demo/identity-provider/provider.ts';
import { sql } from '../base/postgres/database.ts';
import type { Services } from '../base/services.ts';

/** Only once: an entry that an administrator has removed is not added again. */
async function addDemoMembers({ db }: Services): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } =
      await sql`select 1 from audit_event where action = 'add demo members to whitelist' limit 1`.execute(tx);
    if (rows.length > 0) return;
    for (const { given_name, family_name, email } of DEMO_MEMBERS)
      await sql`
        insert into whitelist_entry (name, email) values (${`${given_name} ${family_name}`}, ${email})
        on conflict do nothing`.execute(tx);
    await sql`insert into audit_event (action, result) values ('add demo members to whitelist', 'done')`.execute(
      tx,
    );
  });
}

/**
 * Offers demo providers for providers without settings. Each starts with its first sign-in, as its library and its keys
 * take a moment.
 * @returns a function that stops those that run
 */
export async function openDemoProviders(services: Services, password: string): Promise<() => Promise<void>> {
  const { config, identityProviders } = services;
  await addDemoMembers(services);
  const started: Promise<DemoProvider>[] = [];
  const offer = (title: string, people: typeof INSTITUTION_PEOPLE, identityIssuer: string) => {
    const start = async () => {
      const { startDemoProvider } = await import('@omicon/demo/identity-provider/provider.ts');
      return startDemoProvider({ title, people, identityIssuer, password, portalUrl: config.publicUrl });
    };
    let provider: Promise<DemoProvider> | undefined;
    return async () => {
      if (provider === undefined) {
        provider = start();
        started.push(provider);
        // The next sign-in tries again.
        provider.catch(() => {
          provider = undefined;
        });
      }
      return (await provider).settings;
    };
  };
  identityProviders.offerDemo({
    institution: offer('Demo Institution sign-on', INSTITUTION_PEOPLE, 'urn:omicon:demo:institution'),
    orcid: offer('Demo ORCID sign-in', ORCID_PEOPLE, 'urn:omicon:demo:orcid'),
  });
  return async () => {
    for (const provider of await Promise.allSettled(started))
      if (provider.status === 'fulfilled') await provider.value.stop();
  };
}
