/** Rules for modules enriched in gene sets. */
import type { KeptRows, Rule } from '../query.ts';
import { listed, type SpecialKind } from './rule-kind.ts';

function parse({ definition = 'Any', p_below = 0.05, keep = 'all', ...rule }: Rule) {
  const { set_id, name_contains, category, species } = rule;
  const name_token = rule.name_token === undefined ? undefined : [rule.name_token].flat();
  const sets = { set_id, name_contains, name_token, category, species };
  return { kind: 'enrichment' as const, definition, p_below, keep, ...sets };
}
export type EnrichmentRule = ReturnType<typeof parse>;

const WORDS_OF_KEPT: Readonly<Record<KeptRows, string>> = {
  all: '',
  best_per_module: ', best of each module',
  most_significant_per_dataset: ', most significant of each data set',
};

export const ENRICHMENT: SpecialKind<EnrichmentRule> = {
  kind: 'enrichment',
  label: 'Enrichment in a module',
  // Module Definition equal to Any, Enrichment P-value less than 0.05: the default filter of the specification.
  initial: { field: 'enrichment', definition: 'Any', p_below: 0.05, keep: 'all' },
  meaning: '(sets enriched in the module), which can be asked once',
  parts: {
    definition: 'Which members of a module count.',
    p_below: 'Enrichment: P is below this, at most 0.05.',
    set_id: 'Enrichment: IDs of gene sets.',
    name_contains: 'Enrichment: the name of the set contains this text.',
    name_token:
      'Enrichment: the name of the set holds this as a whole run between underscores; T_CELL does not match T_CELLS.',
    category: 'Enrichment: category of the set.',
    species: 'Enrichment: species of the set.',
    keep: 'Enrichment: which rows are kept.',
  },
  check: (rule) =>
    rule.operator === undefined && rule.value === undefined
      ? null
      : 'An enrichment rule takes p_below, set_id, name_contains, name_token, category and species.',
  parse,
  isIncomplete: () => false,
  describe(rule) {
    const { definition, p_below, set_id, name_contains, name_token, category, species, keep } = parse(rule);
    const parts = [`Enriched at P < ${p_below} by definition ${definition}`];
    if (set_id) parts.push(`set ${listed(set_id)}`);
    if (name_contains) parts.push(`name contains ${name_contains}`);
    if (name_token) parts.push(`name has the word ${listed(name_token)}`);
    if (category) parts.push(`category ${category}`);
    if (species) parts.push(`species ${species}`);
    return `${parts.join(', ')}${WORDS_OF_KEPT[keep]}`;
  },
};
