/** Validates queries: every rule needs a known field, a suitable operator and valid values. */
import { mappingKey } from '../identifiers/identifier-mapping.ts';
import {
  type FieldKind,
  type Filters,
  fieldKey,
  type Group,
  isGroup,
  isNumberText,
  OPERATORS_OF_KIND,
  QUERY_SECTIONS,
  type Query,
  type QuerySection,
  RULE_PARTS,
  type Rule,
} from './query.ts';

export interface QueryFault {
  /** path of the rule, such as `sample.rules[0]` */
  path: string;
  sentence: string;
}

export interface KnownField {
  name: string;
  kind: FieldKind;
}

/** Fields by section and `fieldKey`. */
export type KnownFields = ReadonlyMap<QuerySection, ReadonlyMap<string, KnownField>>;

export const FEATURES_FIELD = 'features';
export const FEATURE_FIELD = 'feature';
export const ENRICHMENT_FIELD = 'enrichment';
export const TRAIT_FIELD = 'trait';
export const KME_FIELD = 'kme_of_gene';
export const INPUT_FIELD = 'is_input_of';

type RuleField =
  | typeof FEATURES_FIELD
  | typeof FEATURE_FIELD
  | typeof ENRICHMENT_FIELD
  | typeof TRAIT_FIELD
  | typeof KME_FIELD
  | typeof INPUT_FIELD;

/** Fields that are no attributes, each with a kind of rule of its own. */
export const FIELDS_OF_RULES: Readonly<Record<QuerySection, readonly RuleField[]>> = {
  collection: [],
  dataset: [FEATURE_FIELD, INPUT_FIELD],
  sample: [],
  analyses: [],
  networks: [],
  modules: [FEATURES_FIELD, TRAIT_FIELD, KME_FIELD],
  genesets: [ENRICHMENT_FIELD],
};

const CHECKS: Readonly<Record<RuleField, (rule: Rule, known: KnownFields) => string | null>> = {
  [FEATURE_FIELD]: (rule) => checkFeatures(rule, false),
  [INPUT_FIELD]: checkInput,
  [FEATURES_FIELD]: (rule) => checkFeatures(rule, true),
  [TRAIT_FIELD]: checkTrait,
  [KME_FIELD]: checkKme,
  [ENRICHMENT_FIELD]: checkEnrichment,
};

function excess(rule: Rule, allowed: readonly (typeof RULE_PARTS)[number][]): string | null {
  const unexpected = RULE_PARTS.find((part) => rule[part] !== undefined && !allowed.includes(part));
  return unexpected === undefined ? null : `"${unexpected}" does not belong to a rule of ${rule.field}.`;
}

function listedTexts(rule: Rule): string[] {
  const list = Array.isArray(rule.value) ? rule.value : rule.value === undefined ? [] : [rule.value];
  return list.map(String);
}

function checkFeatures(rule: Rule, isOfModules: boolean): string | null {
  const operators = isOfModules ? ['all', 'any', 'greaterthanorequal'] : ['all', 'any'];
  if (!operators.includes(rule.operator ?? ''))
    return `The operator of a list of features is one of ${operators.join(', ')}.`;
  if (listedTexts(rule).every((text) => text.trim() === '')) return 'Please list at least one feature.';
  if (rule.operator === 'greaterthanorequal' && rule.count === undefined && rule.percent === undefined)
    return 'Please say how many of the features, by count or percent.';
  return excess(rule, isOfModules ? ['definition', 'identifier', 'count', 'percent'] : ['identifier']);
}

function checkEnrichment(rule: Rule): string | null {
  if (rule.operator !== undefined || rule.value !== undefined)
    return 'An enrichment rule takes p_below, set_id, name_contains, name_token, category and species.';
  return excess(rule, [
    'definition',
    'p_below',
    'set_id',
    'name_contains',
    'name_token',
    'category',
    'species',
    'keep',
  ]);
}

function checkTrait(rule: Rule, known: KnownFields): string | null {
  if (rule.operator !== undefined || rule.value !== undefined)
    return 'A trait rule takes attribute, q_below and sign.';
  const key = fieldKey(rule.attribute ?? '');
  if (key === '') return 'Please choose a sample attribute.';
  if (!known.get('sample')?.has(key)) return `There is no sample attribute "${rule.attribute}".`;
  return excess(rule, ['attribute', 'q_below', 'sign']);
}

function checkKme(rule: Rule): string | null {
  if (rule.value !== undefined) return 'A kME rule takes gene, operator and kme.';
  if (
    rule.operator !== undefined &&
    rule.operator !== 'greaterthanorequal' &&
    rule.operator !== 'lessthanorequal'
  )
    return 'kME of a gene is compared by "greaterthanorequal" or "lessthanorequal".';
  if (mappingKey(rule.gene ?? '') === '') return 'Please enter the symbol of a gene.';
  return excess(rule, ['gene', 'kme']);
}

function checkInput(rule: Rule): string | null {
  if (rule.operator !== undefined && rule.operator !== 'equal') return 'A data set is input of FM or not.';
  if (!['FM', 'EA'].includes(String(rule.value).toUpperCase())) return 'A data set is input of FM or EA.';
  return excess(rule, []);
}

function checkValues(rule: Rule, kind: FieldKind): string | null {
  const values = listedTexts(rule);
  const isList = rule.operator === 'in' || rule.operator === 'notin';
  if (values.length === 0 || values.every((text) => text.trim() === '')) return 'Please give a value.';
  if (!isList && values.length > 1) return 'Only "in" and "notin" take a list of values.';
  if (kind === 'number') {
    const wrong = values.find((text) => !isNumberText(text));
    if (wrong !== undefined) return `"${wrong.slice(0, 50)}" is not a number.`;
  }
  if (kind === 'date') {
    const wrong = values.find((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)));
    if (wrong !== undefined) return `"${wrong.slice(0, 50)}" is not a date like 2021-04-01.`;
  }
  return null;
}

function checkPlain(rule: Rule, section: QuerySection, known: KnownFields): string | null {
  const extra = excess(rule, section === 'sample' ? ['columns'] : []);
  if (extra !== null) return extra;
  const fields = known.get(section);
  const key = fieldKey(rule.field);
  if (rule.columns !== undefined) {
    const matches = [...(fields?.keys() ?? [])].some((name) => name.includes(key));
    if (key === '' || !matches) return `No sample attribute has "${rule.field}" in its name.`;
  }
  const field = rule.columns === undefined ? fields?.get(key) : { name: rule.field, kind: 'mixed' as const };
  if (field === undefined) return `There is no attribute "${rule.field}" here.`;
  if (rule.operator === undefined) return 'Please choose an operator.';
  if (rule.operator === 'under') {
    if (section !== 'sample') return 'Only sample attributes are described by ontologies.';
    return listedTexts(rule).length === 1 && String(rule.value).trim() !== ''
      ? null
      : 'Please name one term of the ontology.';
  }
  const operators = OPERATORS_OF_KIND[field.kind];
  if (!operators.includes(rule.operator))
    return `"${rule.operator}" is not an operator of ${field.name}; use one of ${operators.join(', ')}.`;
  return checkValues(rule, field.kind);
}

function checkRule(rule: Rule, section: QuerySection, known: KnownFields): string | null {
  const key = fieldKey(rule.field);
  const field = FIELDS_OF_RULES[section].find((name) => name === key);
  return field === undefined ? checkPlain(rule, section, known) : CHECKS[field](rule, known);
}

/** The rules of a group at any depth, with path and parent groups, outermost first. */
export function listRules(group: Group, path: string): { rule: Rule; path: string; parents: Group[] }[] {
  const walk = (parent: Group, parentPath: string, parents: Group[]): ReturnType<typeof listRules> =>
    parent.rules.flatMap((node, index) => {
      const next = `${parentPath}.rules[${index}]`;
      return isGroup(node) ? walk(node, next, [...parents, node]) : [{ rule: node, path: next, parents }];
    });
  return walk(group, path, [group]);
}

/** A copy of the filters with each rule replaced by `change`. */
export function changeRules(
  filters: Filters,
  change: (rule: Rule, at: { path: string; section: QuerySection }) => Rule,
): Filters {
  const walk = (group: Group, path: string, section: QuerySection): Group['rules'] =>
    group.rules.map((node, index) => {
      const next = `${path}.rules[${index}]`;
      if (isGroup(node)) return { ...node, rules: walk(node, next, section) };
      return change(node, { path: next, section });
    });
  const changed: Filters = {};
  for (const section of QUERY_SECTIONS) {
    const group = filters[section];
    if (group === undefined) continue;
    changed[section] = { ...group, rules: walk(group, section, section) };
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
export function checkQuery({ filters, result_type }: Query, known: KnownFields): QueryFault[] {
  const faults: QueryFault[] = [];
  for (const section of QUERY_SECTIONS) {
    const group = filters[section];
    if (group === undefined) continue;
    const rules = listRules(group, section);
    for (const { rule, path } of rules) {
      const sentence = checkRule(rule, section, known);
      if (sentence !== null) faults.push({ path, sentence });
    }
    faults.push(...checkEnrichmentPosition(section, rules));
  }
  if (filters.sample?.quantifier === 'at_least' && filters.sample.count === undefined)
    faults.push({ path: 'sample', sentence: 'Please say how many samples, by count.' });
  if (filters.sample?.quantifier === 'share' && filters.sample.percent === undefined)
    faults.push({ path: 'sample', sentence: 'Please say which share of the samples, by percent.' });
  if (result_type === 'features' && !asksForModules(filters))
    faults.push({
      path: 'modules',
      sentence:
        'Unique features are those of modules: please add a rule for features, traits, kME or enrichment.',
    });
  return faults;
}

function asksForModules(filters: Query['filters']): boolean {
  const rules = [
    ...(filters.modules ? listRules(filters.modules, 'modules') : []),
    ...(filters.genesets ? listRules(filters.genesets, 'genesets') : []),
  ];
  return rules.some(({ rule }) => selectsModules(rule));
}

/** Whether a rule selects modules by more than their own attributes. */
export function selectsModules({ field }: Rule): boolean {
  return [FEATURES_FIELD, TRAIT_FIELD, KME_FIELD, ENRICHMENT_FIELD].includes(fieldKey(field));
}

/** Result rows have one gene set and one P, so there can be only one enrichment rule, which must always hold. */
function checkEnrichmentPosition(section: QuerySection, rules: ReturnType<typeof listRules>): QueryFault[] {
  if (section !== 'genesets') return [];
  const enrichmentRules = rules.filter(({ rule }) => fieldKey(rule.field) === ENRICHMENT_FIELD);
  const second = enrichmentRules[1];
  if (second) return [{ path: second.path, sentence: 'A query can have only one enrichment rule.' }];
  const [first] = enrichmentRules;
  const isAlternative = first?.parents.some(
    (group) => group.not || (group.combinator === 'or' && group.rules.length > 1),
  );
  return first && isAlternative
    ? [{ path: first.path, sentence: 'Enrichment cannot be one of several alternatives, or excluded.' }]
    : [];
}
