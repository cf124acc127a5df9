/** Selects the gene sets of a query and finds its enrichment rule. */
import { ENRICHMENT_FIELD } from '@omicon/domain/query/check-query.ts';
import {
  type Filters,
  fieldKey,
  type Group,
  groupTest,
  isGroup,
  type Rule,
  restricts,
  ruleTest,
  tokenTest,
} from '@omicon/domain/query/query.ts';
import type { Catalog, GeneSetEntry } from '../read/catalog-entries.ts';

export interface EnrichmentQuestion {
  rule: Rule;
  geneSets: GeneSetEntry[];
  isEverySet: boolean;
}

function rulesOf(group: Group | undefined): Rule[] {
  if (group === undefined) return [];
  return group.rules.flatMap((node) => (isGroup(node) ? rulesOf(node) : [node]));
}

const isEnrichment = (rule: Rule) => fieldKey(rule.field) === ENRICHMENT_FIELD;

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
}: Rule): (set: GeneSetEntry) => boolean {
  const ids = set_id && new Set(set_id.map((id) => id.trim().toLowerCase()));
  const words = name_contains?.toLowerCase();
  const tokens = name_token === undefined ? undefined : [name_token].flat().map(tokenTest);
  return (set) =>
    (ids === undefined || ids.has(set.key)) &&
    (words === undefined || set.words.includes(words)) &&
    (tokens === undefined || tokens.some((holds) => holds(set.words))) &&
    (category === undefined || plain(set.fields.get('category')) === plain(category)) &&
    (species === undefined ||
      (set.fields.get('species') ?? '').toLowerCase().includes(species.toLowerCase()));
}

/** Gene sets that satisfy attribute rules and the name conditions of the enrichment rule. */
export function selectGeneSets(catalog: Catalog, filters: Filters): GeneSetEntry[] {
  const group = filters.genesets;
  if (!restricts(group)) return catalog.geneSets;
  const test = groupTest<GeneSetEntry>(group, (rule) => {
    if (isEnrichment(rule)) return nameTest(rule);
    const key = fieldKey(rule.field);
    const holds = ruleTest(rule, catalog.fields.get('genesets')?.get(key)?.kind ?? 'mixed');
    return (set) => holds(set.fields.get(key));
  });
  return catalog.geneSets.filter(test);
}

/** The enrichment rule with the gene sets to test; null without such a rule. */
export function findEnrichmentQuestion(
  catalog: Catalog,
  filters: Filters,
  geneSets: GeneSetEntry[],
): EnrichmentQuestion | null {
  const rule = rulesOf(filters.genesets).find(isEnrichment);
  if (rule === undefined) return null;
  return { rule, geneSets, isEverySet: geneSets.length === catalog.geneSets.length };
}
