/** Selects the gene sets of a query and finds its enrichment rule. */
import { groupTest, restricts, rulesOf, tokenTest } from '@omicon/domain/query/query.ts';
import type { EnrichmentRule } from '@omicon/domain/query/rules/enrichment.ts';
import type { ParsedFilters, RuleIn } from '@omicon/domain/query/rules/rule-kinds.ts';
import type { Catalog, GeneSetEntry } from '../read/catalog-entries.ts';
import { fieldTest } from './select.ts';

export interface EnrichmentQuestion {
  rule: EnrichmentRule;
  geneSets: GeneSetEntry[];
}

/** `Cell type` and `CellType` are the same category. */
function plain(text: string | null | undefined): string {
  return (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
}

/** The name conditions of a rule as a prepared test: thousands of ids may be compared with thousands of sets. */
function nameTest({
  set_id,
  name_contains,
  name_token,
  category,
  species,
}: EnrichmentRule): (set: GeneSetEntry) => boolean {
  const ids = set_id && new Set(set_id.map((id) => id.trim().toLowerCase()));
  const words = name_contains?.toLowerCase();
  const tokens = name_token?.map(tokenTest);
  return (set) =>
    (ids === undefined || ids.has(set.key)) &&
    (words === undefined || set.words.includes(words)) &&
    (tokens === undefined || tokens.some((holds) => holds(set.words))) &&
    (category === undefined || plain(set.fields.get('category')) === plain(category)) &&
    (species === undefined ||
      (set.fields.get('species') ?? '').toLowerCase().includes(species.toLowerCase()));
}

/** Gene sets that satisfy attribute rules and the name conditions of the enrichment rule. */
export function selectGeneSets(catalog: Catalog, { genesets }: ParsedFilters): GeneSetEntry[] {
  if (!restricts(genesets)) return catalog.geneSets;
  const testOf = (rule: RuleIn<'genesets'>): ((set: GeneSetEntry) => boolean) => {
    switch (rule.kind) {
      case 'enrichment':
        return nameTest(rule);
      case 'field':
        return fieldTest(catalog, 'genesets')(rule);
    }
  };
  return catalog.geneSets.filter(groupTest(genesets, testOf));
}

/** The enrichment rule with the gene sets to test; null without such a rule. */
export function findEnrichmentQuestion(
  { genesets }: ParsedFilters,
  geneSets: GeneSetEntry[],
): EnrichmentQuestion | null {
  const rule = rulesOf(genesets).find((each) => each.kind === 'enrichment');
  return rule === undefined ? null : { rule, geneSets };
}
