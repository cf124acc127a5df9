/**
 * System tables: attributes and their versions, ontologies, values in use. Owns tables attribute_definition and
 * attribute_table_version; reads ontology, attribute_value and facet.
 */

import {
  downloadAttributeTable,
  downloadOntology,
  listAnalysisAttributes,
  listAnalysts,
  listAttributeTables,
  listDataCollectionAttributes,
  listDataSetAttributes,
  listOntologies,
  listOntologyTerms,
  listOwners,
  listPossibleTerms,
  listPossibleValues,
  listSampleAttributes,
} from '@omicon/contract/areas/attributes.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { fieldKey } from '@omicon/domain/query/query.ts';
import { ATTRIBUTE_KINDS, type AttributeKind } from '@omicon/domain/records/samples/attribute-definitions.ts';
import { ontologyOf } from '@omicon/domain/records/samples/ontology-columns.ts';
import { attributeInFiles } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf } from '@omicon/domain/records/samples/value-labels.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve } from '../../base/http/serve.ts';
import { madeWhileSent, readProved, serveFile } from '../../base/http/serve-file.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Paging } from '../../records/lists/paging.ts';
import { toPage } from '../../records/lists/replies.ts';
import { listLabelledValues, listValueLabels } from '../../records/sample/value-labels.ts';
import { attributeChangeRoutes } from './changes.ts';
import { toDefinition } from './definitions.ts';
import * as statements from './sql.ts';
import { listTermsOfSamples } from './sql-terms.ts';
import * as values from './sql-values.ts';
import * as versions from './sql-versions.ts';

async function listTable(
  kind: AttributeKind,
  { db, principal, query }: { db: Db; principal: Principal; query: Paging & { search: string } },
) {
  const filter = { ...query, kind, search: query.search.trim() };
  const [rows, total] = await Promise.all([
    statements.listAttributes(db, principal, filter),
    statements.countAttributes(db, filter),
  ]);
  return toPage(rows.map(toDefinition), total, query);
}

const TABLE_NAMES: Record<AttributeKind, string> = {
  sample: 'Sample attributes',
  'data-collection': 'Data collection attributes',
  'data-set': 'Data set attributes',
  analysis: 'Analysis attributes',
};

/** Home pages of ontologies. */
const ONTOLOGY_PAGES: ReadonlyMap<string, string> = new Map([
  ['MONDO', 'https://mondo.monarchinitiative.org/'],
  ['UBERON', 'https://obophenotype.github.io/uberon/'],
  ['NCBITAXON', 'https://www.ncbi.nlm.nih.gov/taxonomy'],
  ['CL', 'https://obophenotype.github.io/cell-ontology/'],
]);

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

export const attributeRoutes: Route[] = [
  serve(listSampleAttributes, (context) => listTable('sample', context)),
  serve(listDataCollectionAttributes, (context) => listTable('data-collection', context)),
  serve(listDataSetAttributes, (context) => listTable('data-set', context)),
  serve(listAnalysisAttributes, (context) => listTable('analysis', context)),
  ...attributeChangeRoutes,

  serve(listAttributeTables, async ({ db }) => {
    const rows = await versions.listTableVersions(db);
    const historyOf = (kind: AttributeKind) =>
      rows
        .filter((row) => row.kind === kind)
        .map((row) => ({
          version: row.version,
          date_modified: row.created_at.toISOString(),
          size: row.size_bytes,
          key: `${kind}/${row.version}`,
          entries: row.number_of_attributes,
          change: row.change,
          changed_by: row.changed_by,
        }));
    return {
      results: ATTRIBUTE_KINDS.map((kind) => ({ name: TABLE_NAMES[kind], kind, history: historyOf(kind) })),
    };
  }),

  serveFile(downloadAttributeTable, async ({ db, params }) => {
    const content = await versions.findTableVersion(db, params.kind, params.version);
    if (content === null) throw notFound('version of this table');
    return { name: `${params.kind}-attributes_${params.version}.csv`, ...madeWhileSent(once(content)) };
  }),

  serve(listOntologies, async ({ db }) => {
    const rows = await versions.listOntologies(db);
    const names = [...new Set(rows.map((row) => row.name))];
    const results = names.map((name) => ({
      name,
      redirectionUrl: ONTOLOGY_PAGES.get(name.toUpperCase()) ?? null,
      history: rows
        .filter((row) => row.name === name)
        .map((row) => ({
          version: row.version,
          date_modified: row.created_at.toISOString(),
          size: row.size_bytes,
          key: `${name}/${row.version}`,
          entries: row.number_of_terms,
        })),
    }));
    return { results };
  }),

  serveFile(downloadOntology, async ({ db, params, services }) => {
    const rows = await versions.listOntologies(db);
    const row = rows.find(({ name, version }) => name === params.name && version === params.version);
    if (!row) throw notFound('version of this ontology');
    return { name: `${row.name}_${row.version}.obo`, ...(await readProved(services, row)) };
  }),

  serve(listOntologyTerms, async ({ db, params, query }) => {
    const ontology_id = await versions.findCurrentOntology(db, params.name);
    if (ontology_id === undefined) throw notFound('ontology');
    const filter = { ...query, ontology_id, search: query.search.trim() };
    const [rows, total] = await Promise.all([
      versions.listTerms(db, filter),
      versions.countTerms(db, filter),
    ]);
    return toPage(rows, total, query);
  }),

  serve(listPossibleValues, async ({ db, principal, params: { kind }, query: { limit, ...query } }) => {
    const attribute = attributeInFiles(query.attribute);
    const search = query.search.trim();
    const isCoded = kind === 'samples';
    const labelled = isCoded && search !== '' ? await listLabelledValues(db, { attribute, search }) : [];
    const found = await values.listValues(db, principal, { kind, attribute, search, labelled, limit });
    const listed = found.results.map(({ value }) => value);
    const labels = isCoded ? await listValueLabels(db, [{ attribute, values: listed }]) : null;
    const own = labels?.get(attribute) ?? {};
    const results = found.results.map((row) => {
      const label = labelOf(row.value, own);
      return { ...row, label: label === row.value ? null : label };
    });
    return { ...found, results };
  }),
  serve(listPossibleTerms, async ({ db, principal, query: { attribute, search, limit } }) => {
    const described = ontologyOf(fieldKey(attribute));
    if (described === null) return { results: [] };
    return {
      results: await listTermsOfSamples(db, principal, described, { search: search.trim(), limit }),
    };
  }),
  serve(listOwners, async ({ db, principal }) => ({ results: await values.listOwners(db, principal) })),
  serve(listAnalysts, async ({ db, principal }) => ({ results: await values.listAnalysts(db, principal) })),
];
