/** What the modules of a gene are about: the gene sets most often enriched in them. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { definitionNumbers, type QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import { TOP_SETS, TOP_SETS_BELOW } from '../kit/posting-format.ts';
import type { DataSetEntry, Viewer } from '../read/catalog-entries.ts';
import type { TopSets } from '../read/module-columns.ts';
import { findGeneMembership, type GeneEngine, type GeneMembership } from './gene-modules.ts';

export interface GeneTopicsRequest {
  viewer: Viewer;
  features: number[];
  definition: QueryDefinition;
}

export interface GeneTopic {
  gene_set: number;
  set_name: string;
  category: string | null;
  /** data sets of one collection are mostly stages of each other, so collections count as evidence */
  number_of_collections: number;
  number_of_data_sets: number;
  number_of_modules: number;
  best_p_value: number;
}

export interface GeneTopicsReply {
  topics: GeneTopic[];
  number_of_modules: number;
  p_below: number;
  /** of each module, this many of its most enriched sets are counted */
  top_sets: number;
}

const MAX_TOPICS = 30;

interface SetCounts {
  collections: number;
  dataSets: number;
  /** the last data set counted */
  last: DataSetEntry | null;
  modules: number;
  best: number;
}

/** By gene set: in how many of the modules, their data sets and collections it is a top set. */
class TopicCounts {
  readonly bySet = new Map<number, SetCounts>();
  modules = 0;

  /** Adds the module at `index` of a network; networks come collection by collection, and data set by data set. */
  addModule({ sets, pValues }: TopSets, index: number, dataSet: DataSetEntry): void {
    this.modules += 1;
    for (let at = TOP_SETS * index; at < TOP_SETS * (index + 1); at += 1) {
      const set = u32At(sets, at);
      if (set === 0) return;
      let counts = this.bySet.get(set);
      if (counts === undefined) {
        counts = { collections: 0, dataSets: 0, last: null, modules: 0, best: 1 };
        this.bySet.set(set, counts);
      }
      if (counts.last?.collection_number !== dataSet.collection_number) counts.collections += 1;
      if (counts.last?.number !== dataSet.number) counts.dataSets += 1;
      counts.last = dataSet;
      counts.modules += 1;
      counts.best = Math.min(counts.best, pValues[at] ?? 1);
    }
  }

  /** The sets of most collections, then of the smallest P. */
  sorted(): [set: number, counts: SetCounts][] {
    return [...this.bySet].sort(
      ([a, x], [b, y]) => y.collections - x.collections || x.best - y.best || a - b,
    );
  }
}

async function countTopics(
  { catalog, columns }: GeneEngine,
  { networks, masks }: GeneMembership,
  definition: QueryDefinition,
): Promise<TopicCounts> {
  const wanted = definitionNumbers(definition).reduce((mask, number) => mask | (1 << number), 0);
  const counts = new TopicCounts();
  const byDataSet = networks.toSorted(
    ({ dataSet: a }, { dataSet: b }) => a.collection_number - b.collection_number || a.number - b.number,
  );
  const topSets = await columns.loadTopSets(
    catalog,
    byDataSet.map(({ id }) => id),
  );
  for (const { id, modules, dataSet } of byDataSet) {
    const top = topSets.get(id);
    if (top === undefined) continue;
    for (let index = 0; index < modules.length; index += 1)
      if (((masks[modules[index] ?? 0] ?? 0) & wanted) !== 0) counts.addModule(top, index, dataSet);
  }
  return counts;
}

/**
 * Gene sets among the top sets of the modules that contain the gene under the definition, by number of collections.
 * Tables gene_post and search_network; nothing of module_enrichment, whose thousands of rows took Postgres 600 ms.
 */
export async function listGeneTopics(
  engine: GeneEngine,
  { definition, ...gene }: GeneTopicsRequest,
): Promise<GeneTopicsReply> {
  const counts = await countTopics(engine, await findGeneMembership(engine, gene), definition);
  const topics = counts
    .sorted()
    .flatMap(([number, { collections, dataSets, modules, best }]): GeneTopic[] => {
      const set = engine.catalog.geneSetByNumber.get(number);
      if (set === undefined) return [];
      return [
        {
          gene_set: number,
          set_name: set.name,
          category: set.fields.get('category') ?? null,
          number_of_collections: collections,
          number_of_data_sets: dataSets,
          number_of_modules: modules,
          best_p_value: best,
        },
      ];
    });
  return {
    topics: topics.slice(0, MAX_TOPICS),
    number_of_modules: counts.modules,
    p_below: TOP_SETS_BELOW,
    top_sets: TOP_SETS,
  };
}
