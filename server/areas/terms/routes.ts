/**
 * Versions of the terms of service: the newest is in force, and people who accepted an older one have to accept again.
 * Owns table terms_version; writes person.
 */
import {
  acceptTerms,
  createTerms,
  getTerms,
  getTermsVersion,
  listTermsVersions,
} from '@omicon/contract/areas/people/terms.ts';
import { personTopic } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import { notifyTopics } from '../../base/postgres/events.ts';
import * as statements from './sql.ts';

const editorRoutes: Route[] = [
  serveWrite(createTerms, async ({ db, principal, body: { dated, sections, based_on }, audit }) => {
    await statements.lockTerms(db);
    const newest = await statements.findNewestTerms(db);
    if (based_on !== undefined && newest?.version !== based_on)
      throw new PortalError(
        'conflict',
        'Somebody else has published a new version. Please read it before you publish yours.',
      );
    const version = await statements.createNextVersion(db, {
      dated,
      sections,
      created_by: principal.person_id,
    });
    await audit({ action: 'create terms', detail: { version, sections: sections.length } });
    // Open pages reload the person, and so show the new terms at once.
    await notifyTopics(db, (await statements.listSignedInPeople(db)).map(personTopic));
    return { version, dated, sections };
  }),

  serve(listTermsVersions, async ({ db }) => {
    const rows = await statements.listTermsVersions(db);
    const results = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    return { results, total: results.length };
  }),

  serve(getTermsVersion, async ({ db, params }) => {
    const terms = await statements.findTermsVersion(db, params.version);
    if (!terms) throw notFound('version');
    return terms;
  }),
];

export const termsRoutes: Route[] = [
  serve(getTerms, async ({ db }) => {
    const terms = await statements.findNewestTerms(db);
    if (!terms) throw notFound('text');
    return terms;
  }),

  serveWrite(
    acceptTerms,
    async ({ db, principal, body, audit }) => {
      if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
      const version = await statements.acceptNewestTerms(db, principal.person_id);
      if (body.version !== undefined && body.version !== version)
        throw new PortalError('conflict', 'New terms have come into force. Please read them first.');
      await audit({ action: 'accept terms', detail: { version } });
      return { detail: 'Thank you. You accepted the terms of service.' };
    },
    { refusesApiTokens: true },
  ),

  ...editorRoutes,
];
