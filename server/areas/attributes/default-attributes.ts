/** Default attributes, taken from the laboratory's own files. Tables are filled once, at the first start. */
import { readFileSync } from 'node:fs';
import {
  ATTRIBUTE_KINDS,
  ATTRIBUTE_TYPES,
  type AttributeKind,
} from '@omicon/domain/records/samples/attribute-definitions.ts';
import { isMutationFlag } from '@omicon/domain/records/samples/sample-attributes.ts';
import { MUTATION_LABELS } from '@omicon/domain/records/samples/value-labels.ts';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { NewAttribute } from './sql.ts';

const TABLE = new URL('default-attributes.csv', import.meta.url);

const yesOrNo = z.enum(['yes', 'no']).transform((text) => text === 'yes');

/** Columns of the table; `possible_values` is separated by `; `. */
const rowShape = z.strictObject({
  kind: z.enum(ATTRIBUTE_KINDS),
  name: z.string().min(1),
  attribute_type: z.enum(ATTRIBUTE_TYPES),
  examples: z.string(),
  is_required: yesOrNo,
  is_indexed: yesOrNo,
  data_source: z.string(),
  category: z.string(),
  description: z.string(),
  possible_values: z.string().transform((text) => (text === '' ? [] : text.split('; '))),
});

/** The default attributes of a kind, as a new installation has them. */
export function listDefaultAttributes(kind: AttributeKind): NewAttribute[] {
  const rows = rowShape.array().parse(parse(readFileSync(TABLE), { columns: true }));
  return rows
    .filter((row) => row.kind === kind)
    .map(({ kind: _, ...attribute }) => ({
      ...attribute,
      value_labels:
        kind === 'sample' && isMutationFlag(attribute.name.replaceAll(' ', '_')) ? MUTATION_LABELS : {},
      follow_up: null,
      unit: null,
      deletable: false,
    }));
}
