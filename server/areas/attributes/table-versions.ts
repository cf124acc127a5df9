/** Every change of an attribute table stores the whole table as a new version. */

import { writeRow } from '@omicon/domain/files/table-text.ts';
import { ATTRIBUTE_KINDS, type AttributeKind } from '@omicon/domain/records/samples/attribute-definitions.ts';
import type { Database, Tx } from '../../base/postgres/database.ts';
import { listDefaultAttributes } from './default-attributes.ts';
import { type AttributeContent, createAttributes, listWholeTable, lockTable } from './sql.ts';
import { createTableVersion, hasTableVersion } from './sql-versions.ts';

const TITLES = [
  'name',
  'attribute_type',
  'possible_values',
  'examples',
  'is_required',
  'is_indexed',
  'data_source',
  'description',
  'category',
  'value_labels',
  'follow_up',
  'unit',
];

/** As JSON, because values and labels may hold any separator. */
function writeLabels({ value_labels }: AttributeContent): string {
  return Object.keys(value_labels).length === 0 ? '' : JSON.stringify(value_labels);
}

function rowOf(attribute: AttributeContent): string {
  const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');
  const { name, attribute_type, possible_values, examples, data_source, description, category } = attribute;
  const { is_required, is_indexed, follow_up, unit } = attribute;
  const kind = [name, attribute_type, possible_values.join(', '), examples];
  const flags = [yesOrNo(is_required), yesOrNo(is_indexed)];
  return writeRow([
    ...kind,
    ...flags,
    data_source,
    description,
    category,
    writeLabels(attribute),
    follow_up,
    unit,
  ]);
}

/** Stores the current table as a version; the caller holds its lock. */
export async function keepTableVersion(
  tx: Tx,
  kind: AttributeKind,
  by: { change: string; person_id: number | null },
): Promise<void> {
  const attributes = await listWholeTable(tx, kind);
  const content = [writeRow(TITLES), ...attributes.map(rowOf)].join('');
  await createTableVersion(tx, { ...by, kind, content, number_of_attributes: attributes.length });
}

/** Fills tables without a version with the default attributes. Idempotent; called at every start. */
export async function ensureAttributeTables(db: Database): Promise<void> {
  for (const kind of ATTRIBUTE_KINDS) {
    await db.transaction().execute(async (tx) => {
      await lockTable(tx, kind);
      if (await hasTableVersion(tx, kind)) return;
      await createAttributes(tx, kind, listDefaultAttributes(kind));
      await keepTableVersion(tx, kind, { change: 'Shipped with the portal', person_id: null });
    });
  }
}
