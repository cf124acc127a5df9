/** What each kind of rule says of itself, in a file of its own. */
import { type KnownFields, type QueryIdentifier, type QuerySection, type Rule, valuesOf } from '../query.ts';

type Meanings = Readonly<{ [Part in keyof Rule]?: string }>;

export interface NamedFeatures {
  identifier: QueryIdentifier;
  names: (string | number)[];
  /** the rule with other names, at least one */
  rename(names: (string | number)[]): Rule;
}

/** Functions take rules as they are written, which may lack parts or have too many. */
export interface RuleKind<R extends { kind: string }> {
  kind: R['kind'];
  /** the parts it takes besides field, operator and value, with their meanings for the API reference */
  parts: Meanings;
  /** the fault of a rule as a sentence, null without one; `checkQuery` finds superfluous parts */
  check(rule: Rule, section: QuerySection, known: KnownFields): string | null;
  /** the rule with its defaults; what it lacks is blank */
  parse(rule: Rule): R;
  /** whether a rule lacks something and cannot be counted yet */
  isIncomplete(rule: Rule): boolean;
  /** in words, without a full stop */
  describe(rule: Rule): string;
  /** for rules that name genes or other features, which a search may have to rename */
  readNames?(rule: Rule): NamedFeatures;
}

/** A kind whose field is no attribute; the field has the name of the kind. */
export interface SpecialKind<R extends { kind: string }> extends RuleKind<R> {
  /** in the list of fields */
  label: string;
  initial: Rule;
  /** follows the field in the API reference */
  meaning: string;
}

/** Refuses parts that belong to other kinds of rules. */
export function excess({ field, operator: _, value: __, ...others }: Rule, parts: Meanings): string | null {
  const [unexpected] =
    Object.entries(others).find(([part, set]) => set !== undefined && !(part in parts)) ?? [];
  return unexpected === undefined ? null : `"${unexpected}" does not belong to a rule of ${field}.`;
}

/** Whether no value has been entered. */
export function isBlank(values: readonly (string | number)[]): boolean {
  return values.every((value) => String(value).trim() === '');
}

/** Whether a rule has no operator or no value yet. */
export function lacksValue(rule: Rule): boolean {
  return rule.operator === undefined || isBlank(valuesOf(rule));
}

const MAX_LISTED = 4;

/** `OLIG1, OLIG2, SOX4, SOX8 and 2 more`; `…` where nothing is listed yet. */
export function listed(values: readonly (string | number)[]): string {
  if (isBlank(values)) return '…';
  const shown = values.slice(0, MAX_LISTED).join(', ');
  return values.length > MAX_LISTED ? `${shown} and ${values.length - MAX_LISTED} more` : shown;
}
