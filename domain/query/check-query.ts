/** Validates queries: every rule needs a known field, a suitable operator and valid values. */
import {
  type Filters,
  type Group,
  isGroup,
  type KnownFields,
  mapRules,
  QUERY_SECTIONS,
  type Query,
  type QuerySection,
  type Rule,
} from './query.ts';
import { ENRICHMENT } from './rules/enrichment.ts';
import { excess } from './rules/rule-kind.ts';
import { kindOf, selectsModules } from './rules/rule-kinds.ts';

export interface QueryFault {
  /** path of the rule, such as `sample.rules[0]` */
  path: string;
  sentence: string;
}

interface ListedRule {
  rule: Rule;
  section: QuerySection;
  path: string;
  /** outermost first */
  parents: Group[];
}

/** The rules of all sections, in the order in which they narrow. */
export function listRules(filters: Filters): ListedRule[] {
  const walk = ({ section, path, parents }: Omit<ListedRule, 'rule'>, group: Group): ListedRule[] =>
    group.rules.flatMap((node, index) => {
      const at = { section, path: `${path}.rules[${index}]`, parents: [...parents, group] };
      return isGroup(node) ? walk(at, node) : [{ rule: node, ...at }];
    });
  return QUERY_SECTIONS.flatMap((section) => {
    const group = filters[section];
    return group === undefined ? [] : walk({ section, path: section, parents: [] }, group);
  });
}

/** A copy of the filters with each rule replaced by those that `change` gives. */
export function changeRules(
  filters: Filters,
  change: (rule: Rule, at: { path: string; section: QuerySection }) => Rule[],
): Filters {
  const changed: Filters = {};
  for (const section of QUERY_SECTIONS) {
    const group = filters[section];
    if (group === undefined) continue;
    changed[section] = mapRules(group, (rule, path) => change(rule, { path, section }), section);
  }
  return changed;
}

/**
 * Path of the rule after which no records remain; null if some do. An alternative without matches does not count if a
 * later one brings records back.
 */
export function emptyingRule(counts: readonly { path: string; remaining: number }[]): string | null {
  const last = counts.findLastIndex(({ remaining }) => remaining > 0);
  return counts[last + 1]?.path ?? null;
}

/** The faults of a query, each with its rule; empty if the query is valid. */
export function checkQuery(query: Query, known: KnownFields): QueryFault[] {
  const faults = listRules(query.filters).flatMap(({ rule, section, path }) => {
    const kind = kindOf(rule, section);
    const sentence = kind.check(rule, section, known) ?? excess(rule, kind.parts);
    return sentence === null ? [] : [{ path, sentence }];
  });
  return [...faults, ...checkRulesTogether(query)];
}

/** The faults of how the rules of a query go together, whatever each of them says. */
export function checkRulesTogether({ filters, result_type }: Query): QueryFault[] {
  const rules = listRules(filters);
  const faults = checkEnrichmentPosition(
    rules.filter(({ rule, section }) => kindOf(rule, section) === ENRICHMENT),
  );
  if (filters.sample?.quantifier === 'at_least' && filters.sample.count === undefined)
    faults.push({ path: 'sample', sentence: 'Please say how many samples, by count.' });
  if (filters.sample?.quantifier === 'share' && filters.sample.percent === undefined)
    faults.push({ path: 'sample', sentence: 'Please say which share of the samples, by percent.' });
  if (result_type === 'features' && !rules.some(({ rule, section }) => selectsModules(rule, section)))
    faults.push({
      path: 'modules',
      sentence:
        'Unique features are those of modules: please add a rule for features, traits, kME, recurrence or enrichment.',
    });
  return faults;
}

/** Result rows have one gene set and one P, so there can be only one enrichment rule, which must always hold. */
function checkEnrichmentPosition([first, second]: ListedRule[]): QueryFault[] {
  if (second) return [{ path: second.path, sentence: 'A query can have only one enrichment rule.' }];
  const isAlternative = first?.parents.some(
    (group) => group.not || (group.combinator === 'or' && group.rules.length > 1),
  );
  return first && isAlternative
    ? [{ path: first.path, sentence: 'Enrichment cannot be one of several alternatives, or excluded.' }]
    : [];
}
