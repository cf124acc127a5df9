/** Labels of the wizard, from the specification, and queries as sentences. */
import {
  type Group,
  isGroup,
  QUERY_SECTIONS,
  type QuerySection,
  type ResultType,
  type Rule,
  restricts,
  type SampleGroup,
} from '@omicon/domain/query/query.ts';
import { SECTION_TITLES } from '@omicon/domain/query/query-rows.ts';
import { kindOf } from '@omicon/domain/query/rules/rule-kinds.ts';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import type { Draft, Step } from '../query-address.ts';

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  result_type: 'Select result type',
  data: 'Filter data',
  analyses: 'Filter analyses',
  search_results: 'Search Results',
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

/** A rule in words, without a full stop: `Disease Contains oligodendroglioma`. */
export function describeRule(rule: Rule, section: QuerySection): string {
  return kindOf(rule, section).describe(rule);
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
