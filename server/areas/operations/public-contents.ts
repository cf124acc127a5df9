/** What guests can see, for the landing page. Everybody may ask, so the reply is kept for a minute. */
import type { getPublicContents } from '@omicon/contract/areas/operations.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { NOBODY } from '@omicon/domain/permissions/permissions.ts';
import { fieldKey } from '@omicon/domain/query/query.ts';
import { ontologyOf } from '@omicon/domain/records/samples/ontology-columns.ts';
import { LRUCache } from 'lru-cache';
import type { Database, Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { featuresOf } from '../../records/gene/find-gene.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import { listCurrentOntologies } from '../../records/sample/ontologies.ts';
import { askCached } from '../../records/search/result-cache.ts';
import { viewerOf } from '../../records/search/searching.ts';
import * as statements from './sql-contents.ts';

type Contents = ReplyOf<typeof getPublicContents>;

const KEPT_MS = 60_000;
/** Largest data sets of a gene among which an example is chosen. */
const DATA_SETS = 50;
/** Genes that people of brain laboratories know, and the most studied ones. */
const KNOWN_GENES = ['TREM2', 'OLIG2', 'MKI67', 'TP53', 'EGFR'];

/** What samples are mostly chosen by, with the comparison that people mean. */
const KNOWN_RULES = [
  { field: 'Disease', operator: 'contains' },
  { field: 'Tumor_Grade', operator: 'greaterthanorequal' },
  { field: 'IDH1_Mut', operator: 'equal' },
  { field: 'Tissue', operator: 'contains' },
  { field: 'Sex', operator: 'equal' },
] as const;

/** What groups of samples are mostly compared by. */
const GROUPINGS = ['Tumor_Grade', 'IDH1_Mut', 'Disease', 'Tissue', 'Sex'];

/** One entry per database, as test processes have several. */
const kept = new WeakMap<Database, LRUCache<'contents', Promise<Contents>>>();

/** Whether nobody in particular finds a module enriched in sets with this word in their names. */
async function hasEnrichedModule(services: Services, name_contains: string): Promise<boolean> {
  const rule = { field: 'enrichment', definition: 'Any', p_below: 0.05, name_contains } as const;
  const { total } = await askCached(services, {
    kind: 'count',
    viewer: viewerOf(NOBODY),
    query: {
      result_type: 'covariation-modules',
      filters: { genesets: { combinator: 'and', not: false, rules: [rule] } },
    },
  });
  return total > 0;
}

async function listSampleRules(db: Db): Promise<Contents['examples']['sample_rules']> {
  const [attributes, ontologies] = await Promise.all([
    statements.listPublicAttributes(
      db,
      KNOWN_RULES.map(({ field }) => field),
    ),
    listCurrentOntologies(db),
  ]);
  return KNOWN_RULES.filter(({ field }) => attributes.has(field))
    .slice(0, 3)
    .map(({ field, operator }) => {
      const ontology = ontologyOf(fieldKey(field))?.ontology;
      return {
        field,
        operator: ontology !== undefined && ontologies.includes(ontology) ? 'under' : operator,
      };
    });
}

/** A public data set that measures the gene, and an attribute with at least two groups of its samples. */
async function findGroups(services: Services, gene: string): Promise<Contents['examples']['groups']> {
  const { rows } = await services.searchThreads.ask({
    ...{ kind: 'gene-data-sets', viewer: viewerOf(NOBODY), features: await featuresOf(services, gene) },
    ...{ data_set: null, search: '', sort: 'number_of_samples', order: 'desc', from: 0, to: DATA_SETS },
  });
  return statements.findGroups(services.db, {
    data_sets: rows.map(({ id }) => id),
    attributes: GROUPINGS,
  });
}

async function read(services: Services): Promise<Contents> {
  const { db } = services;
  const [counts, gene, module, sample_rules, has_microglia] = await Promise.all([
    statements.countPublicContents(db),
    statements.findPublicGene(db, KNOWN_GENES),
    statements.findPublicModule(db),
    listSampleRules(db),
    hasEnrichedModule(services, 'microglia'),
  ]);
  return {
    ...counts,
    examples: {
      gene,
      groups: gene === null ? null : await findGroups(services, gene),
      module: module === null ? null : omiconIdOf('CM', module.number),
      network: module && { id: module.network, analysis_id: module.analysis },
      sample_rules,
      has_microglia,
    },
  };
}

export function readPublicContents(services: Services): Promise<Contents> {
  const { db } = services;
  const cache = kept.get(db) ?? new LRUCache<'contents', Promise<Contents>>({ max: 1, ttl: KEPT_MS });
  kept.set(db, cache);
  const known = cache.get('contents');
  if (known !== undefined) return known;
  const contents = read(services);
  cache.set('contents', contents);
  // A failure is not kept.
  contents.catch(() => cache.delete('contents'));
  return contents;
}
