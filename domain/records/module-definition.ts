/**
 * Which features count as members of a module: the one list of definitions, with the names that files, queries and
 * screens give them. A definition is stored by its number, its index in this list.
 */
export const MODULE_DEFINITIONS = ['Seed', 'PosBC', 'PosFDR', 'NegBC', 'NegFDR'] as const;
export type ModuleDefinition = (typeof MODULE_DEFINITIONS)[number];

/** Definitions that queries and enrichment know, by the same numbers. */
export const SEARCHED_DEFINITIONS = [
  'Seed',
  'PosBC',
  'PosFDR',
] as const satisfies readonly ModuleDefinition[];
export type SearchedDefinition = (typeof SEARCHED_DEFINITIONS)[number];

/** Which members of a module count in a query; `Any` is one after the other of the three. */
export const QUERY_DEFINITIONS = ['Any', 'Seed', 'Bonferroni', 'FDR'] as const;
export type QueryDefinition = (typeof QUERY_DEFINITIONS)[number];

interface DefinitionNames {
  /** column of a kME table; cutoffs follow after `_` */
  kmeColumn: string;
  /** end of the name of an enrichment table; null where there are none */
  enrichmentCode: string | null;
  /** in queries and the rows that they give; null where it cannot be asked for */
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

/** Numbers of a query's definition; `Any` is all three. */
export function definitionNumbers(definition: QueryDefinition): number[] {
  const all = SEARCHED_DEFINITIONS.map((_, number) => number);
  if (definition === 'Any') return all;
  return all.filter((number) => queryDefinitionOf(number) === definition);
}

/** What queries and their rows call the definition of this number; null where it cannot be asked for. */
export function queryDefinitionOf(number: number): Exclude<QueryDefinition, 'Any'> | null {
  const name = SEARCHED_DEFINITIONS[number];
  return name === undefined ? null : DEFINITION_NAMES[name].query;
}
