/** Groups of samples in an address, as plain text that a person can read and edit. */
import { labelOf, type ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import {
  decodePart,
  encodePart,
  readRules,
  type SampleRule,
  withValues,
  writeRules,
} from '../../ui/sample-rules/rule-text.ts';
import { NA } from '../../ui/text/format.ts';

/** Rules, or the token of a saved group. */
export type ChosenGroup = { rules: SampleRule[] } | { token: string };

/** Parameters of the groups. */
export const GROUP_LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;
export type GroupLetter = (typeof GROUP_LETTERS)[number];

/** Limit of the call. */
const MAX_NAME_LENGTH = 100;
const SAVED_MARK = '@';

/** Names of attributes, such as `Age;Sex`. */
export function writeNames(names: readonly string[]): string {
  return names.map(encodePart).join(';');
}

export function readNames(text: string): string[] {
  return text.split(';').filter(Boolean).map(decodePart);
}

/** A group as `Tumor_Grade:3,4;Sex:F`; an empty value means NA, `@token` a saved group. */
export function writeGroup(group: ChosenGroup): string | null {
  if ('token' in group) return `${SAVED_MARK}${group.token}`;
  return writeRules(group.rules);
}

/** The group of an address; without rules if there is none. */
export function readGroup(text: string): ChosenGroup {
  if (text.startsWith(SAVED_MARK)) return { token: text.slice(SAVED_MARK.length) };
  return { rules: readRules(text) };
}

/** The rules after a click on a value: added to those of its attribute, or taken away. */
export function toggleRule(
  rules: readonly SampleRule[],
  { attribute, value }: { attribute: string; value: string | null },
): SampleRule[] {
  const held = rules.find((rule) => rule.attribute === attribute)?.values ?? [];
  const values = held.includes(value) ? held.filter((other) => other !== value) : [...held, value];
  return withValues(rules, { attribute, values });
}

/** The name of a group by its rules, such as `Tumor Grade 3 or 4, Sex F`. */
export function nameOfRules(
  rules: readonly SampleRule[],
  titleOf: (attribute: string) => string,
  labelsOf: (attribute: string) => ValueLabels,
): string {
  const name = rules
    .map(({ attribute, values }) => {
      const labels = values.map((value) => labelOf(value, labelsOf(attribute)) ?? NA);
      return `${titleOf(attribute)} ${labels.join(' or ')}`;
    })
    .join(', ');
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}
