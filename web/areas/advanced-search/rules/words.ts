/** Labels of the wizard, from the specification, and queries as sentences. */
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
  fieldKey,
  type Group,
  isGroup,
  type Operator,
  QUERY_SECTIONS,
  type QuerySection,
  type ResultType,
  type Rule,
  restricts,
  type SampleGroup,
} from '@omicon/domain/query/query.ts';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import type { Draft, Step } from '../query-address.ts';

export const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  equal: 'Equals',
  notequal: 'Not Equals',
  in: 'Includes',
  notin: 'Excludes',
  contains: 'Contains',
  greaterthan: 'Greater Than',
  greaterthanorequal: 'Greater Than or Equal To',
  lessthan: 'Less Than',
  lessthanorequal: 'Less Than or Equal To',
  under: 'Is or Lies Under',
  all: 'All of',
  any: 'Any of',
};

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  result_type: 'Select result type',
  data: 'Filter data',
  analyses: 'Filter analyses',
  search_results: 'Search Results',
};

export const SECTION_TITLES: Readonly<Record<QuerySection, string>> = {
  collection: 'Collection',
  dataset: 'Dataset',
  sample: 'Sample',
  networks: 'Networks',
  modules: 'Modules',
  genesets: 'Gene sets',
  analyses: 'Analyses',
};

/** Sections shown as tabs in the two filter steps. */
export const SECTIONS_OF_STEP = {
  data: ['collection', 'dataset', 'sample'],
  analyses: ['networks', 'modules', 'genesets', 'analyses'],
} as const satisfies Partial<Record<Step, readonly QuerySection[]>>;

export function stepOfSection(section: QuerySection): 'data' | 'analyses' {
  return SECTIONS_OF_STEP.data.some((each) => each === section) ? 'data' : 'analyses';
}

const NOUNS: Readonly<Record<ResultType, [one: string, many: string]>> = {
  'data-collections': ['data collection', 'data collections'],
  'data-sets': ['data set', 'data sets'],
  samples: ['sample', 'samples'],
  analyses: ['analysis', 'analyses'],
  'covariation-networks': ['covariation network', 'covariation networks'],
  'covariation-modules': ['module row', 'module rows'],
  'gene-sets': ['gene set', 'gene sets'],
  features: ['unique feature', 'unique features'],
  'analyte-files': ['analyte file', 'analyte files'],
  'enrichment-files': ['enrichment PDF', 'enrichment PDFs'],
  'kme-table': ['row of the kME table', 'rows of the kME table'],
};

/** `1,234 data sets`. Modules are listed by definition and gene set, so rows are counted. */
export function countedAs(count: number, type: ResultType): string {
  return countOf(count, ...NOUNS[type]);
}

/** `1,234 data sets remain`. */
export function remainingOf(count: number, type: ResultType): string {
  return `${countedAs(count, type)} ${count === 1 ? 'remains' : 'remain'}`;
}

/** `Unique features`, as a heading. */
export function titleOfType(type: ResultType): string {
  const many = type === 'covariation-modules' ? 'covariation modules' : NOUNS[type][1];
  return many.slice(0, 1).toUpperCase() + many.slice(1);
}

export function fieldLabel(field: string): string {
  return field.replaceAll('_', ' ');
}

const MAX_LISTED = 4;

function listed(value: Rule['value']): string {
  const values = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
  if (values.length === 0 || values.every((each) => each.trim() === '')) return '…';
  const shown = values.slice(0, MAX_LISTED).join(', ');
  return values.length > MAX_LISTED ? `${shown} and ${values.length - MAX_LISTED} more` : shown;
}

function howMany({ operator, count, percent }: Rule): string {
  if (operator === 'all') return 'all of';
  if (operator === 'any') return 'any of';
  const parts = [
    count === undefined ? '' : `${formatCount(count)}`,
    percent === undefined ? '' : `${percent} %`,
  ];
  return `at least ${parts.filter((part) => part !== '').join(' and ')} of`;
}

function describeEnrichment(rule: Rule): string {
  const parts = [`Enriched at P < ${rule.p_below ?? 0.05} by definition ${rule.definition ?? 'Any'}`];
  if (rule.set_id) parts.push(`set ${listed(rule.set_id)}`);
  if (rule.name_contains) parts.push(`name contains ${rule.name_contains}`);
  if (rule.name_token) parts.push(`name has the word ${listed(rule.name_token)}`);
  if (rule.category) parts.push(`category ${rule.category}`);
  if (rule.species) parts.push(`species ${rule.species}`);
  if (rule.keep === 'best_per_module') parts.push('best of each module');
  if (rule.keep === 'most_significant_per_dataset') parts.push('most significant of each data set');
  return parts.join(', ');
}

function describeTrait({ attribute = '', q_below = DEFAULT_TRAIT_Q, sign }: Rule): string {
  const signs = { any: '', positive: ', positive r', negative: ', negative r' };
  return `Goes with ${listed(fieldLabel(attribute))} at q < ${q_below}${signs[sign ?? 'any']}`;
}

function describeKme({ gene = '', operator, kme = DEFAULT_KME_LIMIT }: Rule): string {
  return `kME of ${listed(gene)} is ${operator === 'lessthanorequal' ? 'at most' : 'at least'} ${kme}`;
}

/** A rule in words, without a full stop: `Disease Contains oligodendroglioma`. */
export function describeRule(rule: Rule, section: QuerySection): string {
  const key = fieldKey(rule.field);
  if (section === 'genesets' && key === ENRICHMENT_FIELD) return describeEnrichment(rule);
  if (section === 'modules' && key === TRAIT_FIELD) return describeTrait(rule);
  if (section === 'modules' && key === KME_FIELD) return describeKme(rule);
  if (section === 'modules' && key === FEATURES_FIELD) {
    const who = `${rule.definition ?? 'Any'} members`;
    return `${who} include ${howMany(rule)} ${listed(rule.value)} (${rule.identifier ?? 'SYMBOL'})`;
  }
  if (section === 'dataset' && key === FEATURE_FIELD)
    return `Features include ${howMany(rule)} ${listed(rule.value)} (${rule.identifier ?? 'SYMBOL'})`;
  if (section === 'dataset' && key === INPUT_FIELD) return `Is input of ${listed(rule.value)}`;
  const columns =
    rule.columns === undefined ? '' : `${rule.columns === 'any' ? 'Any' : 'Every'} column with `;
  const operator = rule.operator === undefined ? '' : OPERATOR_LABELS[rule.operator];
  return `${columns}${fieldLabel(rule.field)} ${operator} ${listed(rule.value)}`;
}

function describeGroup(group: Group, section: QuerySection, isInner: boolean): string {
  const parts = group.rules
    .filter((node) => !isGroup(node) || restricts(node))
    .map((node) => (isGroup(node) ? describeGroup(node, section, true) : describeRule(node, section)));
  const joined = parts.join(group.combinator === 'and' ? ' AND ' : ' OR ');
  if (group.not) return `NOT (${joined})`;
  return isInner && parts.length > 1 ? `(${joined})` : joined;
}

/** The quantifier of the samples in words, after the section's title. */
function describeQuantifier({ quantifier, count, percent }: SampleGroup): string {
  if (quantifier === 'includes') return ', at least one';
  if (quantifier === 'solely') return ', solely';
  if (quantifier === 'at_least') return `, at least ${formatCount(count ?? 0)}`;
  return quantifier === 'share' ? `, at least ${percent ?? 0} %` : '';
}

/** One line per section with rules. */
export function describeQuery({ filters }: Draft): { section: QuerySection; title: string; words: string }[] {
  return QUERY_SECTIONS.flatMap((section) => {
    const group = filters[section];
    if (!restricts(group)) return [];
    const more = section === 'sample' ? describeQuantifier(group) : '';
    return [
      { section, title: `${SECTION_TITLES[section]}${more}`, words: describeGroup(group, section, false) },
    ];
  });
}

/** Title of a results tab: the description, or type and rules. */
export function titleOf(draft: Draft): string {
  if (draft.description.trim() !== '') return draft.description.trim();
  const lines = describeQuery(draft).map(({ words }) => words);
  const type = titleOfType(draft.result_type);
  return lines.length === 0 ? `All ${type.toLowerCase()}` : `${type}: ${lines.join('; ')}`;
}

const UNITS: readonly [unit: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** A duration in seconds, minutes, hours or days: `0.012 seconds`, `2 minutes`. */
export function formatExecutionTime(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms >= each) ?? ['second', 1000];
  const amount = Number((ms / size).toPrecision(ms / size >= 100 ? 3 : 2));
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
