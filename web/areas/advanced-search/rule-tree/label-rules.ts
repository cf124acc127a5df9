/** Rules with labels in place of coded sample values. Only what is read is labelled; queries keep their codes. */
import type { ShownLabels } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { changeRules } from '@omicon/domain/query/check-query.ts';
import { type Filters, type QuerySection, type Rule, valuesOf } from '@omicon/domain/query/query.ts';
import { RECURS } from '@omicon/domain/query/rules/recurs.ts';
import { kindOf } from '@omicon/domain/query/rules/rule-kinds.ts';
import { labelOf, labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import type { Draft } from '../query-address.ts';
import { describeQuery, describeRule, titleOf } from '../rules/words.ts';

/** Operators that compare whole values; a text that a value contains is no code. */
const OF_WHOLE_VALUES: readonly Rule['operator'][] = ['equal', 'notequal', 'in', 'notin', 'under'];

/** What is read, and what its tooltip adds; no tooltip where nothing is labelled. */
export interface Labelled {
  words: string;
  tooltip: string | undefined;
}

type Write = typeof labelOf | typeof labelWithCode;

/** The attribute of samples whose whole values a rule compares, as the labels name it; null without one. */
function attributeOf(rule: Rule, section: QuerySection): string | null {
  if (section === 'sample') return OF_WHOLE_VALUES.includes(rule.operator) ? rule.field : null;
  return kindOf(rule, section).kind === RECURS.kind ? RECURS.parse(rule).attribute : null;
}

function writeRule(rule: Rule, section: QuerySection, labels: ShownLabels, write: Write): Rule {
  const attribute = attributeOf(rule, section);
  if (attribute === null) return rule;
  const own = Object.hasOwn(labels, attribute) ? labels[attribute] : undefined;
  return own === undefined
    ? rule
    : { ...rule, value: valuesOf(rule).map((value) => write(String(value), own)) };
}

function writeFilters(filters: Filters, labels: ShownLabels, write: Write): Filters {
  return changeRules(filters, (rule, { section }) => [writeRule(rule, section, labels, write)]);
}

function labelled(words: string, whole: string): Labelled {
  return { words, tooltip: whole === words ? undefined : whole };
}

/** A rule in words, with labels; its tooltip adds the codes. */
export function describeLabelledRule(
  { rule, section }: { rule: Rule; section: QuerySection },
  labels: ShownLabels = {},
): Labelled {
  const describe = (write: Write) => describeRule(writeRule(rule, section, labels, write), section);
  return labelled(describe(labelOf), describe(labelWithCode));
}

/** A query in words, with labels: one line for each section with rules. */
export function describeLabelledQuery(
  draft: Draft,
  labels: ShownLabels = {},
): (Labelled & { section: QuerySection; title: string })[] {
  const describe = (write: Write) =>
    describeQuery({ ...draft, filters: writeFilters(draft.filters, labels, write) });
  const whole = describe(labelWithCode);
  return describe(labelOf).map(({ words, ...line }, index) => ({
    ...line,
    ...labelled(words, whole[index]?.words ?? words),
  }));
}

/** Title of a results tab, with labels. */
export function labelledTitleOf(draft: Draft, labels: ShownLabels = {}): Labelled {
  const title = (write: Write) => titleOf({ ...draft, filters: writeFilters(draft.filters, labels, write) });
  return labelled(title(labelOf), title(labelWithCode));
}
