/** Terms of service in versions: the newest is in force, and whoever accepted an older one is asked again. Owns table terms_version; writes person. */
import { acceptTerms, createTerms, getTerms } from '@omicon/contract/terms.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/serve.ts';
import { acceptNewestTerms, createNextVersion, getNewestTerms } from './sql.ts';

export const termsRoutes: Route[] = [
  serve(getTerms, async ({ db }) => {
    const terms = await getNewestTerms(db);
    if (!terms) throw notFound('text');
    return terms;
  }),

  serveWrite(
    acceptTerms,
    async ({ db, principal, audit }) => {
      if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
      const version = await acceptNewestTerms(db, principal.person_id);
      await audit({ action: 'accept terms', detail: { version } });
      return { detail: 'Thank you. You accepted the terms of service.' };
    },
    { refusesApiTokens: true },
  ),

  serveWrite(createTerms, async ({ db, principal, body, audit }) => {
    const version = await createNextVersion(db, { ...body, created_by: principal.person_id });
    await audit({ action: 'create terms', detail: { version, sections: body.sections.length } });
    return { version, ...body };
  }),
];
