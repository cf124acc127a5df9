/**
 * Definitions of module membership, with their names in files, queries and screens. A definition is stored by its index
 * in this list.
 */
export const MODULE_DEFINITIONS = ['Seed', 'PosBC', 'PosFDR', 'NegBC', 'NegFDR'] as const;
export type ModuleDefinition = (typeof MODULE_DEFINITIONS)[number];

/** Definitions for queries and enrichment, with the same numbers. */
export const SEARCHED_DEFINITIONS = [
  'Seed',
  'PosBC',
  'PosFDR',
] as const satisfies readonly ModuleDefinition[];
export type SearchedDefinition = (typeof SEARCHED_DEFINITIONS)[number];

/** Definitions in queries; `Any` searches the three one after the other. */
export const QUERY_DEFINITIONS = ['Any', 'Seed', 'Bonferroni', 'FDR'] as const;
export type QueryDefinition = (typeof QUERY_DEFINITIONS)[number];

interface DefinitionNames {
  /** column of a kME table, without `_<cutoff>` */
  kmeColumn: string;
  /** suffix of the name of enrichment tables; null if there are none */
  enrichmentCode: string | null;
  /** name in queries and result rows; null if it cannot be queried */
  query: Exclude<QueryDefinition, 'Any'> | null;
  title: string;
}

export const DEFINITION_NAMES = {
  Seed: { kmeColumn: 'ModSeed', enrichmentCode: 'SEED', query: 'Seed', title: 'Seed' },
  PosBC: {
    kmeColumn: 'TopModPosBC',
    enrichmentCode: 'TOPMODPOSBC',
    query: 'Bonferroni',
    title: 'Bonferroni',
  },
  PosFDR: { kmeColumn: 'TopModPosFDR', enrichmentCode: 'TOPMODPOSFDR', query: 'FDR', title: 'FDR' },
  NegBC: { kmeColumn: 'TopModNegBC', enrichmentCode: null, query: null, title: 'Bonferroni, negative' },
  NegFDR: { kmeColumn: 'TopModNegFDR', enrichmentCode: null, query: null, title: 'FDR, negative' },
} as const satisfies Record<ModuleDefinition, DefinitionNames>;

/** Numbers of a query definition; `Any` gives all three. */
export function definitionNumbers(definition: QueryDefinition): number[] {
  const all = SEARCHED_DEFINITIONS.map((_, number) => number);
  if (definition === 'Any') return all;
  return all.filter((number) => queryDefinitionOf(number) === definition);
}

/** Name of a definition in queries and result rows; null if it cannot be queried. */
export function queryDefinitionOf(number: number): Exclude<QueryDefinition, 'Any'> | null {
  const name = SEARCHED_DEFINITIONS[number];
  return name === undefined ? null : DEFINITION_NAMES[name].query;
}
