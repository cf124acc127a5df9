/** Pure functions that edit a draft query, and extract the part that can be counted before it is complete. */
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listRules } from '@omicon/domain/query/check-query.ts';
import {
  type Filters,
  type Group,
  isGroup,
  QUERY_SECTIONS,
  type QuerySection,
  type Rule,
  type SampleGroup,
} from '@omicon/domain/query/query.ts';
import { kindOf } from '@omicon/domain/query/rules/rule-kinds.ts';

export const EMPTY_GROUP: Group = { combinator: 'and', not: false, rules: [] };

export function operatorsOf(field: QueryField | undefined): QueryField['operators'] {
  return field?.operators ?? ['equal', 'notequal', 'contains'];
}

/**
 * The operator that people most often want. Where an ontology describes the field, a disease means its kinds, too:
 * "glioma" is also glioblastoma.
 */
function firstOperator({ type, operators, ontology }: QueryField): Rule['operator'] {
  if (ontology !== null && operators.includes('under')) return 'under';
  return type === 'string' && operators.includes('contains') ? 'contains' : 'equal';
}

export function ruleFor(field: QueryField): Rule {
  return { field: field.field, operator: firstOperator(field), value: '' };
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
  const keep = (group: Group, from: string, to: string, section: QuerySection): (Rule | Group)[] => {
    pathOf.set(to, from);
    const kept: (Rule | Group)[] = [];
    for (const [index, node] of group.rules.entries()) {
      const path = `${from}.rules[${index}]`;
      const next = `${to}.rules[${kept.length}]`;
      if (isGroup(node)) kept.push({ ...node, rules: keep(node, path, next, section) });
      else if (kindOf(node, section).isIncomplete(node)) incomplete.push(path);
      else {
        pathOf.set(next, path);
        kept.push(node);
      }
    }
    return kept;
  };
  const complete: Filters = {};
  for (const section of QUERY_SECTIONS) {
    const group = filters[section];
    if (group !== undefined) complete[section] = { ...group, rules: keep(group, section, section, section) };
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
  const found = listRules(filters).find((each) => each.path === path);
  return found === undefined ? null : { rule: found.rule, section: found.section };
}

/** The filters with a section's group replaced; a section without rules and settings is removed. */
export function withSection(filters: Filters, section: QuerySection, group: SampleGroup): Filters {
  const { [section]: _, ...others } = filters;
  const saysNothing =
    group.rules.length === 0 && !group.not && group.combinator === 'and' && group.quantifier === undefined;
  if (saysNothing) return others;
  return { ...others, [section]: group };
}

/** The filters without the rule at a path, as `sample.rules[1].rules[0]`; the group that held it stays. */
export function withoutRule(filters: Filters, path: string): Filters {
  const drop = (group: Group, at: string): Group => ({
    ...group,
    rules: group.rules.flatMap((node, index) => {
      const here = `${at}.rules[${index}]`;
      if (here === path) return [];
      return [isGroup(node) ? drop(node, here) : node];
    }),
  });
  return QUERY_SECTIONS.reduce<Filters>((left, section) => {
    const group = left[section];
    return group === undefined ? left : withSection(left, section, { ...group, ...drop(group, section) });
  }, filters);
}
