/** Evaluates a query: selects records, then matches modules and gene sets. */
import { type Query, restricts } from '@omicon/domain/query/query.ts';
import { type ParsedFilters, parseFilters } from '@omicon/domain/query/rules/rule-kinds.ts';
import { definitionNumbers, type QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { Client } from 'pg';
import { loadCatalog } from '../read/catalog.ts';
import type { Catalog, GeneSetEntry, Reader } from '../read/catalog-entries.ts';
import type { EnrichedRows } from '../read/enriched-rows.ts';
import { KmeSegments, type ReadObjects } from '../read/kme-segments.ts';
import { ModuleColumns } from '../read/module-columns.ts';
import { ModuleGroups } from '../read/module-groups.ts';
import { Orthologues } from '../read/orthologues.ts';
import { SetPostings } from '../read/set-postings.ts';
import { TraitColumns } from '../read/trait-columns.ts';
import { listBestSets, listEnriched } from './match-enrichment.ts';
import { type MatchedModules, matchModules } from './match-modules.ts';
import { Ontologies } from './ontology.ts';
import { SampleColumns } from './samples.ts';
import { type Selection, type SelectionContext, select } from './select.ts';
import { type EnrichmentQuestion, findEnrichmentQuestion, selectGeneSets } from './select-gene-sets.ts';

/** The records that satisfy their rules. */
export interface Selected {
  selectionContext: SelectionContext;
  selection: Selection;
  /** 1 for searched networks, by index in the catalog */
  eligible: Uint8Array;
}

/** The matches of a query, before ranking and naming. */
export interface Matches extends Selected {
  modules: MatchedModules | null;
  /** null without an enrichment rule */
  enriched: EnrichedRows | null;
  geneSets: GeneSetEntry[];
}

export interface Engine {
  client: Client;
  catalog: Catalog;
  samples: SampleColumns;
  columns: ModuleColumns;
  traits: TraitColumns;
  groups: ModuleGroups;
  kme: KmeSegments;
  postings: SetPostings;
  ontologies: Ontologies;
  orthologues: Orthologues;
  /** row ids of the networks of this part of a search, which limit the postings that are read; null for all */
  within: readonly number[] | null;
}

/** The current version of the corpus. Table corpus_version. */
export async function readVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('select number from corpus_version');
  return Number(rows[0]?.number ?? 0);
}

/** The caches of one thread. */
export class Searcher {
  private readonly client: Client;
  private readonly samples: SampleColumns;
  private readonly columns: ModuleColumns;
  private readonly traits: TraitColumns;
  private readonly groups: ModuleGroups;
  private readonly kme: KmeSegments;
  private readonly postings: SetPostings;
  private readonly ontologies: Ontologies;
  private readonly orthologues: Orthologues;
  private catalog: Catalog | null = null;

  constructor(client: Client, readObjects: ReadObjects) {
    this.client = client;
    this.samples = new SampleColumns(client);
    this.columns = new ModuleColumns(client);
    this.traits = new TraitColumns(client);
    this.groups = new ModuleGroups(client);
    this.kme = new KmeSegments(client, readObjects);
    this.postings = new SetPostings(client);
    this.ontologies = new Ontologies(client);
    this.orthologues = new Orthologues(client);
  }

  /** Opens the current version of the corpus. */
  async open(): Promise<Engine> {
    const version = await readVersion(this.client);
    if (this.catalog?.version !== version) this.catalog = await loadCatalog(this.client, version);
    const { client, catalog, samples, columns, traits, groups, kme, postings, ontologies, orthologues } =
      this;
    const caches = { samples, columns, traits, groups, kme, postings, ontologies, orthologues };
    return { client, catalog, ...caches, within: null };
  }
}

/** Definitions under which modules are listed: those of the feature rule, or all. */
export function shownDefinitions(modules: MatchedModules | null): number[] {
  const definition: QueryDefinition = modules?.definition ?? 'Any';
  return definitionNumbers(definition);
}

function needsModules(filters: ParsedFilters): boolean {
  return restricts(filters.modules) || restricts(filters.genesets);
}

/** Whether the best P of each network suffices, without looking at modules. */
function asksForBestOnly({ rule }: EnrichmentQuestion, found: Matches): boolean {
  return found.modules === null && rule.definition === 'Any';
}

/** Selects the records that satisfy their rules. */
export async function selectRecords(
  { client, catalog, columns, samples, ontologies }: Engine,
  filters: ParsedFilters,
  viewer: Reader,
): Promise<Selected> {
  const terms = await ontologies.load(filters, catalog.version);
  const selectionContext: SelectionContext = { client, catalog, samples, columns, terms, viewer, filters };
  const selection = await select(selectionContext);
  const indexOf = new Map(catalog.networks.map((network, index) => [network, index]));
  const eligible = new Uint8Array(catalog.networks.length);
  for (const network of selection.networks) eligible[indexOf.get(network) ?? 0] = 1;
  return { selectionContext, selection, eligible };
}

/** Selects records, then matches modules and gene sets as far as the query needs them. */
export async function findMatches(
  engine: Engine,
  query: Pick<Query, 'filters' | 'result_type'>,
  viewer: Reader,
): Promise<Matches> {
  const { client, catalog } = engine;
  const filters = parseFilters(query.filters);
  const selected = await selectRecords(engine, filters, viewer);
  const { eligible } = selected;
  const found: Matches = { ...selected, modules: null, enriched: null, geneSets: [] };
  if (!needsModules(filters) && query.result_type !== 'gene-sets') return found;
  const { terms } = selected.selectionContext;
  found.modules = await matchModules({ ...engine, terms, reader: viewer }, filters.modules);
  found.geneSets = selectGeneSets(catalog, filters);
  const question = findEnrichmentQuestion(filters, found.geneSets);
  if (question && query.result_type === 'gene-sets' && asksForBestOnly(question, found)) {
    found.geneSets = await listBestSets(client, catalog, question, eligible);
  } else if (question) {
    const bits = found.modules?.bits ?? null;
    found.enriched = await listEnriched(engine, question, { eligible, bits });
  }
  return found;
}
