/** System tables: what the attributes of samples, data collections, data sets and analyses are, and who may change them. */
import type { PermissionCode, Principal } from './permissions.ts';

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

export const ATTRIBUTE_KINDS = ['sample', 'data-collection', 'data-set', 'analysis'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

/** The code that lets a person read the table of a kind. */
export const ATTRIBUTE_TABLE_PERMISSION = {
  sample: 'SYSTEM_TABLES_SAMPLE_ATTRIBUTES_VIEW',
  'data-collection': 'SYSTEM_TABLES_COLLECTION_ATTRIBUTES_VIEW',
  'data-set': 'SYSTEM_TABLES_DATA_SET_ATTRIBUTES_VIEW',
  analysis: 'SYSTEM_TABLES_PROJECT_ATTRIBUTES_VIEW',
} as const satisfies Record<AttributeKind, PermissionCode>;

/** Values typed with commas between, trimmed, empty ones left out, each once. */
export function splitValues(text: string): string[] {
  return [...new Set(text.split(',').map((value) => value.trim()))].filter((value) => value !== '');
}

/** Whether an example fits its type: a day, a whole number, a number; any text for the other types. */
export function isExampleOf(type: AttributeType, example: string): boolean {
  if (type === 'Integer') return /^[+-]?\d+$/.test(example);
  if (type === 'Numeric') return example !== '' && Number.isFinite(Number(example));
  if (type !== 'Date') return true;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(example) ? new Date(`${example}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(example);
}

/** Editing and deleting sample attributes: with the code, but never for reviewers, whatever they were granted. */
export function canChangeSampleAttributes(
  principal: Principal,
  action: 'CREATE' | 'MODIFY' | 'DELETE',
): boolean {
  return (
    principal.role !== 'REVIEWER' && principal.permissions.has(`SYSTEM_TABLES_SAMPLE_ATTRIBUTES_${action}`)
  );
}
