/** Changes to a query while it is built, and what of it can be counted before it is complete. Pure. */
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  ENRICHMENT_FIELD,
  FEATURE_FIELD,
  FEATURES_FIELD,
  INPUT_FIELD,
} from '@omicon/domain/query/check-query.ts';
import {
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

/** Kinds of rules that have an editor of their own. */
export type RuleKind = 'features' | 'feature' | 'input' | 'enrichment' | 'plain';

export function kindOf(rule: Rule, section: QuerySection): RuleKind {
  const key = fieldKey(rule.field);
  if (section === 'modules' && key === FEATURES_FIELD) return 'features';
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

/** Fields beyond attributes, by section, with the rule that each begins as. */
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
  ],
  genesets: [{ label: 'Enrichment in a module', rule: DEFAULT_ENRICHMENT }],
};

/** Columns described by an ontology through the id column beside them. */
const ONTOLOGY_FIELDS = ['disease', 'tissue', 'organism'];

export function operatorsOf(field: QueryField | undefined, section: QuerySection): QueryField['operators'] {
  const operators = field?.operators ?? ['equal', 'notequal', 'contains'];
  const isDescribed = section === 'sample' && ONTOLOGY_FIELDS.includes(fieldKey(field?.field ?? ''));
  return isDescribed && !operators.includes('under') ? [...operators, 'under'] : operators;
}

/** A new rule for a field: the operator that people most often want first. */
export function ruleFor(field: QueryField): Rule {
  const operator = field.type === 'string' && field.operators.includes('contains') ? 'contains' : 'equal';
  return { field: field.field, operator, value: '' };
}

function isBlank(value: Rule['value']): boolean {
  const values = Array.isArray(value) ? value : [value];
  return values.every((each) => each === undefined || String(each).trim() === '');
}

/** Whether something is still to be filled in before a rule can be counted. */
export function isIncomplete(rule: Rule, section: QuerySection): boolean {
  const kind = kindOf(rule, section);
  if (kind === 'enrichment') return false;
  if (rule.operator === 'greaterthanorequal' && kind === 'features')
    return isBlank(rule.value) || (rule.count === undefined && rule.percent === undefined);
  return rule.operator === undefined || isBlank(rule.value);
}

export interface Complete {
  filters: Filters;
  /** place in the draft by place in `filters`; `sample.rules[0]` leads to both, without the rules left out */
  pathOf: ReadonlyMap<string, string>;
  incomplete: readonly string[];
}

/** The filters without rules that are not complete yet. */
export function completeFilters(filters: Filters): Complete {
  const pathOf = new Map<string, string>();
  const incomplete: string[] = [];
  const walk = (group: Group, from: string, to: string, section: QuerySection): (Rule | Group)[] => {
    const kept: (Rule | Group)[] = [];
    group.rules.forEach((node, place) => {
      const path = `${from}.rules[${place}]`;
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

/** `filters.sample.rules.1.field` or `filters.sample.rules[1]`, as refusals name a rule, as `sample.rules[1]`. */
export function rulePath(field: string): string {
  const path = field.replace(/^filters\./, '').replaceAll(/\.rules\.(\d+)/g, '.rules[$1]');
  return /^\w+(\.rules\[\d+\])*/.exec(path)?.[0] ?? path;
}

/** The rule that a path leads to, with its section; null where there is none. */
export function ruleAt(filters: Filters, path: string): { rule: Rule; section: QuerySection } | null {
  const section = QUERY_SECTIONS.find((each) => path === each || path.startsWith(`${each}.`));
  if (section === undefined) return null;
  let node: Rule | Group | undefined = filters[section];
  for (const [, place] of path.matchAll(/\.rules\[(\d+)\]/g)) {
    if (node === undefined || !isGroup(node)) return null;
    node = node.rules[Number(place)];
  }
  return node === undefined || isGroup(node) ? null : { rule: node, section };
}

/** The filters with a section's group changed; a section that says nothing any more is left out. */
export function withSection(filters: Filters, section: QuerySection, group: SampleGroup): Filters {
  const { [section]: _, ...others } = filters;
  const saysNothing =
    group.rules.length === 0 && !group.not && group.combinator === 'and' && group.quantifier === undefined;
  if (saysNothing) return others;
  if (section === 'sample') return { ...others, sample: group };
  return { ...others, [section]: group };
}
