/** Pure functions that edit a draft query, and extract the part that can be counted before it is complete. */
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  ENRICHMENT_FIELD,
  FEATURE_FIELD,
  FEATURES_FIELD,
  INPUT_FIELD,
  KME_FIELD,
  TRAIT_FIELD,
} from '@omicon/domain/query/check-query.ts';
import {
  DEFAULT_KME_LIMIT,
  DEFAULT_TRAIT_Q,
  type Filters,
  fieldKey,
  type Group,
  isGroup,
  QUERY_SECTIONS,
  type QuerySection,
  type Rule,
  type SampleGroup,
} from '@omicon/domain/query/query.ts';

export const EMPTY_GROUP: Group = { combinator: 'and', not: false, rules: [] };

/** Kinds of rules with their own editors. */
export type RuleKind = 'features' | 'feature' | 'input' | 'trait' | 'kme' | 'enrichment' | 'plain';

export function kindOf(rule: Rule, section: QuerySection): RuleKind {
  const key = fieldKey(rule.field);
  if (section === 'modules' && key === FEATURES_FIELD) return 'features';
  if (section === 'modules' && key === TRAIT_FIELD) return 'trait';
  if (section === 'modules' && key === KME_FIELD) return 'kme';
  if (section === 'dataset' && key === FEATURE_FIELD) return 'feature';
  if (section === 'dataset' && key === INPUT_FIELD) return 'input';
  return section === 'genesets' && key === ENRICHMENT_FIELD ? 'enrichment' : 'plain';
}

/** Default gene-set filter: Module Definition equal to Any, Enrichment P-value less than 0.05. */
export const DEFAULT_ENRICHMENT: Rule = {
  field: ENRICHMENT_FIELD,
  definition: 'Any',
  p_below: 0.05,
  keep: 'all',
};

/** Fields other than attributes, by section, with the initial rule of each. */
export const SPECIAL_RULES: Readonly<
  Partial<Record<QuerySection, readonly { label: string; rule: Rule }[]>>
> = {
  dataset: [
    {
      label: 'Features measured',
      rule: { field: FEATURE_FIELD, operator: 'all', value: '', identifier: 'SYMBOL' },
    },
    { label: 'Is input of', rule: { field: INPUT_FIELD, operator: 'equal', value: 'FM' } },
  ],
  modules: [
    {
      label: 'Features of the module',
      rule: { field: FEATURES_FIELD, operator: 'all', value: '', definition: 'Any', identifier: 'SYMBOL' },
    },
    {
      label: 'Trait of the module',
      rule: { field: TRAIT_FIELD, q_below: DEFAULT_TRAIT_Q, sign: 'any' },
    },
    {
      label: 'kME of a gene',
      rule: { field: KME_FIELD, operator: 'greaterthanorequal', kme: DEFAULT_KME_LIMIT },
    },
  ],
  genesets: [{ label: 'Enrichment in a module', rule: DEFAULT_ENRICHMENT }],
};

/** Columns described by an ontology, through their id column. */
const ONTOLOGY_FIELDS = ['disease', 'tissue', 'organism'];

export function operatorsOf(field: QueryField | undefined, section: QuerySection): QueryField['operators'] {
  const operators = field?.operators ?? ['equal', 'notequal', 'contains'];
  const isDescribed = section === 'sample' && ONTOLOGY_FIELDS.includes(fieldKey(field?.field ?? ''));
  return isDescribed && !operators.includes('under') ? [...operators, 'under'] : operators;
}

/** A new rule for a field, with the operator that people most often want. */
export function ruleFor(field: QueryField): Rule {
  const operator = field.type === 'string' && field.operators.includes('contains') ? 'contains' : 'equal';
  return { field: field.field, operator, value: '' };
}

function isBlank(value: Rule['value']): boolean {
  const values = Array.isArray(value) ? value : [value];
  return values.every((each) => each === undefined || String(each).trim() === '');
}

/** Whether a rule lacks something and cannot be counted yet. */
export function isIncomplete(rule: Rule, section: QuerySection): boolean {
  const kind = kindOf(rule, section);
  if (kind === 'enrichment') return false;
  if (kind === 'trait') return isBlank(rule.attribute);
  if (kind === 'kme') return isBlank(rule.gene);
  if (rule.operator === 'greaterthanorequal' && kind === 'features')
    return isBlank(rule.value) || (rule.count === undefined && rule.percent === undefined);
  return rule.operator === undefined || isBlank(rule.value);
}

export interface Complete {
  filters: Filters;
  /** path in the draft by path in `filters`, as `sample.rules[0]`; they differ where rules are left out */
  pathOf: ReadonlyMap<string, string>;
  incomplete: readonly string[];
}

/** The filters without incomplete rules. */
export function completeFilters(filters: Filters): Complete {
  const pathOf = new Map<string, string>();
  const incomplete: string[] = [];
  const walk = (group: Group, from: string, to: string, section: QuerySection): (Rule | Group)[] => {
    const kept: (Rule | Group)[] = [];
    group.rules.forEach((node, index) => {
      const path = `${from}.rules[${index}]`;
      if (!isGroup(node) && isIncomplete(node, section)) {
        incomplete.push(path);
        return;
      }
      const next = `${to}.rules[${kept.length}]`;
      pathOf.set(next, path);
      kept.push(isGroup(node) ? { ...node, rules: walk(node, path, next, section) } : node);
    });
    return kept;
  };
  const complete: Filters = {};
  for (const section of QUERY_SECTIONS) {
    const group = filters[section];
    if (group === undefined) continue;
    pathOf.set(section, section);
    const rules = walk(group, section, section, section);
    if (section === 'sample') complete.sample = { ...group, rules };
    else complete[section] = { ...group, rules };
  }
  return { filters: complete, pathOf, incomplete };
}

/** Turns the path of a refusal, `filters.sample.rules.1.field` or `filters.sample.rules[1]`, into `sample.rules[1]`. */
export function rulePath(field: string): string {
  const path = field.replace(/^filters\./, '').replaceAll(/\.rules\.(\d+)/g, '.rules[$1]');
  return /^\w+(\.rules\[\d+\])*/.exec(path)?.[0] ?? path;
}

/** The rule at a path, with its section; null where there is none. */
export function ruleAt(filters: Filters, path: string): { rule: Rule; section: QuerySection } | null {
  const section = QUERY_SECTIONS.find((each) => path === each || path.startsWith(`${each}.`));
  if (section === undefined) return null;
  let node: Rule | Group | undefined = filters[section];
  for (const [, index] of path.matchAll(/\.rules\[(\d+)\]/g)) {
    if (node === undefined || !isGroup(node)) return null;
    node = node.rules[Number(index)];
  }
  return node === undefined || isGroup(node) ? null : { rule: node, section };
}

/** The filters with a section's group replaced; a section without rules and settings is removed. */
export function withSection(filters: Filters, section: QuerySection, group: SampleGroup): Filters {
  const { [section]: _, ...others } = filters;
  const saysNothing =
    group.rules.length === 0 && !group.not && group.combinator === 'and' && group.quantifier === undefined;
  if (saysNothing) return others;
  if (section === 'sample') return { ...others, sample: group };
  return { ...others, [section]: group };
}
