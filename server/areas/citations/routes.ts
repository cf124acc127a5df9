/** How to cite records and lists. Owns no table. */
import { atVersion, recordAddress } from '@omicon/contract/addresses.ts';
import { citeList, citeRecord } from '@omicon/contract/areas/citations.ts';
import { formatOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { recordKind } from '@omicon/domain/records/record-kinds.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { citationOf } from './citation.ts';
import { findCited } from './sql.ts';

/** Attributes of a collection that its citation has, by their names in lower case. */
function readAttributes(attributes: readonly [string, string | null][] | null) {
  const byName = new Map(
    (attributes ?? []).map(([name, value]) => [name.toLowerCase(), value?.trim() ?? '']),
  );
  const first = (...names: string[]) => names.map((name) => byName.get(name)).find((value) => value) ?? null;
  return {
    doi: first('doi')?.replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '') ?? null,
    license: first('license', 'licence'),
    publication: first('publication'),
    pubmed: first('pubmed id'),
  };
}

function notesOf({ license, publication, pubmed }: ReturnType<typeof readAttributes>): string[] {
  return [
    ...(publication === null ? [] : [`Published in ${publication.replace(/\.$/, '')}.`]),
    ...(pubmed === null ? [] : [`PubMed ${pubmed}.`]),
    ...(license === null ? [] : [`License: ${license.replace(/\.$/, '')}.`]),
  ];
}

export const citationRoutes: Route[] = [
  serve(citeRecord, async ({ db, services, principal, params, query }) => {
    const { entity_type: type, id } = params;
    const row = await findCited(db, principal, { type, id, version: query.version });
    const kind = recordKind(type);
    if (row === undefined) throw notFound(kind.title.toLowerCase());
    const { version } = row;
    const address = recordAddress({ type, number: id, analysis: row.analysis_id }) ?? '/';
    const found = readAttributes(row.attributes);
    return citationOf(
      {
        id: formatOmiconId({ type: kind.code, number: id, version }),
        title: row.title,
        kind: kind.title,
        author: row.owner,
        issued: row.created_at,
        version,
        address: new URL(atVersion(address, version), services.config.publicUrl).href,
        doi: found.doi,
        notes: notesOf(found),
      },
      new Date(),
    );
  }),

  serve(citeList, async ({ services, body: { title, address, rows } }) => {
    const now = new Date();
    return citationOf(
      {
        id: `omicon-list-${now.toISOString().slice(0, 10)}`,
        title,
        kind: 'List',
        author: null,
        issued: now,
        version: null,
        address: new URL(address, services.config.publicUrl).href,
        doi: null,
        notes:
          rows === null
            ? []
            : [`It had ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} that day.`],
      },
      now,
    );
  }),
];
