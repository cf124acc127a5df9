/** Converts rows to the shapes that several areas reply with. */

import { formatOmiconId, type OmiconType } from '@omicon/domain/identifiers/omicon-id.ts';
import { nameVisibility, type Visibility } from '@omicon/domain/permissions/permissions.ts';
import { visibilityOfText } from '@omicon/domain/permissions/visibility.ts';
import { MODULE_DEFINITIONS, type ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { z } from 'zod';

const attributePairs = z.array(z.tuple([z.string(), z.string().nullable()]));

/** Stored attributes, [name, value] in file order, for replies. */
export function toAttributes(stored: unknown): { name: string; value: string | null }[] {
  return attributePairs.parse(stored).map(([name, value]) => ({ name, value }));
}

/**
 * As `toAttributes`, for a record: after a change of its visibility, Availability is what holds now, not what the file
 * said.
 */
export function toAttributesOf({ attributes, visibility }: { attributes: unknown; visibility: Visibility }) {
  return toAttributes(attributes).map((attribute) =>
    attribute.name === 'Availability' &&
    attribute.value !== null &&
    visibilityOfText(attribute.value) !== visibility
      ? { ...attribute, value: nameVisibility(visibility) }
      : attribute,
  );
}

/** Versions of a record, in the order of the rows. */
export function toVersions(rows: readonly { version: number; created_at: Date; is_current: boolean }[]) {
  return rows.map((row) => ({
    version: row.version,
    upload_date: row.created_at.toISOString(),
    is_current: row.is_current,
  }));
}

/** The Omicon ID of a record, without a version. */
export function omiconIdOf(type: OmiconType, number: number): string {
  return formatOmiconId({ type, number, version: null });
}

/** A module by its number, as replies name it. */
export function moduleLinkOf({
  number,
  name,
  theme,
}: {
  number: number;
  name: string;
  theme: string | null;
}) {
  return { id: number, omicon_id: omiconIdOf('CM', number), name, theme };
}

/** A list reply: the page, its offset and the exact total. */
export function toPage<T>(results: T[], total: number, query: { page: number; page_size: number }) {
  return { results, total, page: query.page, items_per_page: query.page_size };
}

/** The name of a stored module definition: they are stored as their index in the list. */
export function definitionOf(stored: number): ModuleDefinition {
  const name = MODULE_DEFINITIONS[stored];
  if (name === undefined) throw new RangeError(`There is no module definition ${stored}.`);
  return name;
}
