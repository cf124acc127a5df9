/** Takes over the choices of an earlier map for files of the same form. */
import type { AttributeMap, DataMap } from '@omicon/domain/data-map/data-map.ts';

/** Share of the columns of an earlier sheet that another of the same form has. */
const LEAST_SHARED = 0.5;

export interface FileColumns {
  matrix: ReadonlySet<string>;
  sheet: ReadonlySet<string>;
}

/** Whether the files have the identifiers and most columns of the sheet of an earlier map. */
function fits(earlier: DataMap, { matrix, sheet }: FileColumns): boolean {
  if (!matrix.has(earlier.id_column)) return false;
  const shared = earlier.attributes.filter(({ column }) => sheet.has(column)).length;
  return shared >= LEAST_SHARED * earlier.attributes.length;
}

function takeAttribute(proposed: AttributeMap, earlier: AttributeMap | undefined): AttributeMap {
  if (earlier === undefined) return proposed;
  const { name, is_kept, role, values } = earlier;
  const missing = [...new Set([...proposed.missing, ...earlier.missing])].slice(0, 100);
  return { ...proposed, name, is_kept, role, values: { ...values }, missing };
}

/** No two kept attributes may have one name: what was chosen before wins, and the other is not kept. */
function withoutRepeats(attributes: readonly AttributeMap[], chosen: ReadonlySet<string>): AttributeMap[] {
  const names = new Set(
    attributes.flatMap(({ name, column }) => (chosen.has(column) ? [name.toLowerCase()] : [])),
  );
  return attributes.map((attribute) =>
    !chosen.has(attribute.column) && names.has(attribute.name.toLowerCase())
      ? { ...attribute, is_kept: false }
      : attribute,
  );
}

/**
 * The proposed map with the earlier choices for the same columns. What the values show (orientation, decimal commas,
 * kind of identifiers and scale if they can be seen) and what the files say of the study stay as proposed; nothing is
 * confirmed, and nothing is public.
 */
export function takeEarlier(proposed: DataMap, earlier: DataMap | null, columns: FileColumns): DataMap {
  if (earlier === null || earlier.samples_in !== proposed.samples_in || !fits(earlier, columns))
    return proposed;
  const before = new Map(earlier.attributes.map((attribute) => [attribute.column, attribute]));
  const inMatrix = (titles: readonly string[]) =>
    titles.filter((title) => columns.matrix.has(title) && title !== earlier.id_column);
  const chosen = new Set([...earlier.annotation_columns, ...earlier.left_out, earlier.id_column]);
  const rest = (titles: readonly string[]) => titles.filter((title) => !chosen.has(title));
  const hasLabel = earlier.label_column !== null && columns.sheet.has(earlier.label_column);
  // The values show neither TPM nor another scale by themselves.
  const isUnseen = earlier.scale === 'TPM' || earlier.scale === 'other';
  const scale = isUnseen ? { scale: earlier.scale, transformation: earlier.transformation } : {};
  return {
    ...proposed,
    ...scale,
    id_column: earlier.id_column,
    id_kind: proposed.id_kind === 'other' ? earlier.id_kind : proposed.id_kind,
    annotation_columns: [...inMatrix(earlier.annotation_columns), ...rest(proposed.annotation_columns)],
    left_out: [...inMatrix(earlier.left_out), ...rest(proposed.left_out)],
    label_column: hasLabel ? earlier.label_column : proposed.label_column,
    attributes: withoutRepeats(
      proposed.attributes.map((attribute) => takeAttribute(attribute, before.get(attribute.column))),
      new Set(before.keys()),
    ),
    source: proposed.source || earlier.source,
    organism: proposed.organism || earlier.organism,
    technology: proposed.technology || earlier.technology,
    platform: proposed.platform || earlier.platform,
    analyte: proposed.analyte || earlier.analyte,
  };
}
