/**
 * EA: enrichment of gene sets in the modules of one definition. In: the module of each feature, the genes of each
 * feature, gene sets. Out: P of each set and module.
 */
import { numberAt } from '../arrays/number-at.ts';
import { MIN_P_VALUE } from '../statistics/correlation.ts';
import { hypergeometricTail } from '../statistics/hypergeometric.ts';
import type { Assignment } from './networks/definitions.ts';
import { checkpoint, type Watch } from './watch.ts';

/** Sets of other sizes are left out, as in the laboratory's runs; members outside the universe count too. */
export const SET_SIZES = { min: 5, max: 500 } as const;

export interface TestedModules {
  assignment: Assignment;
  moduleCount: number;
  /** genes of each feature, none for a feature without a symbol; together they are the universe */
  genesOf: readonly (readonly string[])[];
}

/** P of one gene set. */
export interface EnrichmentRow<Set> {
  geneSet: Set;
  /** one per module, in [1e-300, 1] */
  pValues: Float64Array;
}

/** Genes are compared in upper case, without spaces. */
function keyOf(gene: string): string {
  return gene.replaceAll(/\s/g, '').toUpperCase();
}

/** Modules of every gene of the universe, each once, and the number of different genes of each module. */
function modulesOfGenes({ assignment, moduleCount, genesOf }: TestedModules): {
  modulesOf: Map<string, Set<number>>;
  sizes: Uint32Array;
} {
  const modulesOf = new Map<string, Set<number>>();
  const sizes = new Uint32Array(moduleCount);
  genesOf.forEach((genes, feature) => {
    const module = numberAt(assignment, feature);
    for (const gene of genes.map(keyOf)) {
      if (gene === '') continue;
      const known = modulesOf.get(gene) ?? new Set();
      modulesOf.set(gene, known);
      if (module < 0 || known.has(module)) continue;
      known.add(module);
      sizes[module] = numberAt(sizes, module) + 1;
    }
  });
  return { modulesOf, sizes };
}

/**
 * One-sided hypergeometric test of every gene set in every module of a definition. The universe is every gene of the
 * data set. Sets of other sizes than 5 to 500, and sets without overlap with any module, are left out.
 * @param geneSets members as they are written, in the order in which the rows shall come
 * @source Rivals et al. 2007, Bioinformatics 23:401; GSHyperG of the laboratory
 */
export function enrichModules<GeneSet extends { genes: readonly string[] }>(
  modules: TestedModules,
  geneSets: readonly GeneSet[],
  watch?: Watch,
): EnrichmentRow<GeneSet>[] {
  const { modulesOf, sizes } = modulesOfGenes(modules);
  return geneSets.flatMap((geneSet, at) => {
    if (at % 200 === 0) checkpoint(watch, 'enrichment', at / geneSets.length);
    if (geneSet.genes.length < SET_SIZES.min || geneSet.genes.length > SET_SIZES.max) return [];
    const overlaps = new Uint32Array(modules.moduleCount);
    let setSize = 0;
    for (const gene of new Set(geneSet.genes.map(keyOf))) {
      const own = modulesOf.get(gene);
      if (own === undefined) continue;
      setSize += 1;
      for (const module of own) overlaps[module] = numberAt(overlaps, module) + 1;
    }
    if (overlaps.every((overlap) => overlap === 0)) return [];
    const pValues = Float64Array.from(overlaps, (overlap, module) =>
      Math.max(
        MIN_P_VALUE,
        hypergeometricTail({
          overlap,
          setSize,
          moduleSize: numberAt(sizes, module),
          universe: modulesOf.size,
        }),
      ),
    );
    return [{ geneSet, pValues }];
  });
}
