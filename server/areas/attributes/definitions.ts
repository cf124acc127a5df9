import type { AttributeDefinition } from '@omicon/contract/areas/attributes.ts';
import type { AttributeRow } from './sql.ts';

export function toDefinition(row: AttributeRow): AttributeDefinition {
  return { ...row, updated_at: row.updated_at.toISOString() };
}
