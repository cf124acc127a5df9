/** What the modules of a gene are about: the gene sets most often enriched in them. */
import { definitionNumbers, type QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import { viewOf } from '../kit/bytes.ts';
import { topK } from '../kit/top-k.ts';
import type { Viewer } from '../read/catalog-entries.ts';
import { numberList, readInt, useRows } from '../read/rows.ts';
import { findGeneInModules, type GeneEngine, type GeneInModules } from './gene-modules.ts';

export interface GeneTopicsRequest {
  kind: 'gene-topics';
  viewer: Viewer;
  features: number[];
  definition: QueryDefinition;
}

export interface GeneTopic {
  gene_set: number;
  set_name: string;
  category: string | null;
  number_of_data_sets: number;
  number_of_modules: number;
  best_p_value: number;
}

export interface GeneTopicsReply {
  topics: GeneTopic[];
  number_of_modules: number;
  p_below: number;
}

/** Reading the enrichment of this many modules takes about 10 ms; those with the largest |kME| are read. */
const MAX_MODULES = 1000;
/** About the Bonferroni limit of 50,000 sets at 0.05. */
const P_BELOW = 1e-6;
const MAX_TOPICS = 30;

function strongestMembers(found: GeneInModules, definition: QueryDefinition): Map<number, number> {
  const wanted = definitionNumbers(definition).reduce((mask, number) => mask | (1 << number), 0);
  const dataSetOf = new Map<number, number>();
  for (const { network } of found.networks)
    for (const module of network.modules)
      if (((found.masks[module] ?? 0) & wanted) !== 0) dataSetOf.set(module, network.dataSet.number);
  const modules = [...dataSetOf.keys()];
  const keys = Float64Array.from(modules, (module) => {
    const kme = found.kme[module] ?? Number.NaN;
    return Number.isNaN(kme) ? 1 : -Math.abs(kme);
  });
  const kept = topK(keys, MAX_MODULES).subarray(0, MAX_MODULES);
  return new Map(
    [...kept].flatMap((at) => {
      const module = modules[at];
      return module === undefined ? [] : [[module, dataSetOf.get(module) ?? 0] as const];
    }),
  );
}

interface SetCounts {
  dataSets: Set<number>;
  modules: Set<number>;
  best: number;
}

/** Sets by the number of data sets in which a module with the gene is enriched. Table module_enrichment, primary key. */
export async function listGeneTopics(
  engine: GeneEngine,
  { definition, ...gene }: GeneTopicsRequest,
): Promise<GeneTopicsReply> {
  const { client, catalog } = engine;
  const found = await findGeneInModules(engine, gene);
  const members = strongestMembers(found, definition);
  const countsOf = new Map<number, SetCounts>();
  if (members.size > 0)
    await useRows(
      client,
      `select covariation_module_id, gene_sets, p_values from module_enrichment
        where covariation_module_id = any(${numberList(members.keys())})
          and definition = any(${numberList(definitionNumbers(definition))}::smallint[]) and n_enriched > 0`,
      (rows) => {
        for (const [module, sets, pValues] of rows) {
          const id = readInt(module);
          const [numbers, p] = [viewOf(sets), viewOf(pValues)];
          for (let at = 0; 4 * at < numbers.byteLength; at += 1) {
            const value = p.getFloat64(8 * at, true);
            if (!(value < P_BELOW)) continue;
            const set = numbers.getUint32(4 * at, true);
            const counts = countsOf.get(set) ?? { dataSets: new Set(), modules: new Set(), best: 1 };
            countsOf.set(set, counts);
            counts.dataSets.add(members.get(id) ?? 0);
            counts.modules.add(id);
            counts.best = Math.min(counts.best, value);
          }
        }
      },
    );
  const topics = [...countsOf]
    .sort(
      ([a, x], [b, y]) =>
        y.dataSets.size - x.dataSets.size || y.modules.size - x.modules.size || x.best - y.best || a - b,
    )
    .flatMap(([number, counts]): GeneTopic[] => {
      const set = catalog.geneSetByNumber.get(number);
      if (set === undefined) return [];
      return [
        {
          gene_set: number,
          set_name: set.name,
          category: set.fields.get('category') ?? null,
          number_of_data_sets: counts.dataSets.size,
          number_of_modules: counts.modules.size,
          best_p_value: counts.best,
        },
      ];
    });
  return { topics: topics.slice(0, MAX_TOPICS), number_of_modules: members.size, p_below: P_BELOW };
}
