/** System tables: attributes of samples, data collections, data sets and analyses, and who may change them. */
import type { Principal } from '../../permissions/permissions.ts';

export const ATTRIBUTE_TYPES = [
  'Date',
  'Enumeration',
  'Integer',
  'Numeric',
  'String',
  'URL / file path',
  'Mixed',
] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

/** What a sample attribute holds of a follow-up. */
export const FOLLOW_UP_ROLES = ['time', 'event'] as const;
export type FollowUpRole = (typeof FOLLOW_UP_ROLES)[number];

export const ATTRIBUTE_KINDS = ['sample', 'data-collection', 'data-set', 'analysis'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

/** Displayed name of an attribute of each kind. */
export const ATTRIBUTE_LABELS: Readonly<Record<AttributeKind, string>> = {
  sample: 'sample attribute',
  'data-collection': 'data collection attribute',
  'data-set': 'data set attribute',
  analysis: 'analysis attribute',
};

const RESOURCES = {
  sample: 'SYSTEM_TABLES_SAMPLE_ATTRIBUTES',
  'data-collection': 'SYSTEM_TABLES_COLLECTION_ATTRIBUTES',
  'data-set': 'SYSTEM_TABLES_DATA_SET_ATTRIBUTES',
  analysis: 'SYSTEM_TABLES_PROJECT_ATTRIBUTES',
} as const satisfies Record<AttributeKind, string>;

type AttributeAction = 'CREATE' | 'MODIFY' | 'DELETE';

/** The code that lets a person read or change the table of a kind. */
export function attributePermission<A extends AttributeAction | 'VIEW'>(kind: AttributeKind, action: A) {
  return `${RESOURCES[kind]}_${action}` as const;
}

/** Splits a comma-separated list into unique, trimmed, non-empty values. */
export function splitValues(text: string): string[] {
  return [...new Set(text.split(',').map((value) => value.trim()))].filter((value) => value !== '');
}

/** Whether an example is valid for its type: a date, an integer or a number; any text for other types. */
export function isExampleOf(type: AttributeType, example: string): boolean {
  if (type === 'Integer') return /^[+-]?\d+$/.test(example);
  if (type === 'Numeric') return example !== '' && Number.isFinite(Number(example));
  if (type !== 'Date') return true;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(example) ? new Date(`${example}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(example);
}

/** Whether the caller may change attributes of a kind: requires the permission, and is never true for reviewers. */
export function canChangeAttributes(
  principal: Principal,
  kind: AttributeKind,
  action: AttributeAction,
): boolean {
  return principal.role !== 'REVIEWER' && principal.permissions.has(attributePermission(kind, action));
}
