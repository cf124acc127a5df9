/** Fills in what a change of a map has emptied. */
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import type { Study } from '../study.ts';
import { type Known, proposeMap } from './propose-map.ts';

/** The study with the chosen files only. */
function withChosen(study: Study, { matrix, sheet }: DataMap): Study {
  const matrices = study.matrices.filter(({ file }) => file === matrix);
  const sheets = study.sheets.filter(({ file }) => file === sheet);
  return { ...study, matrices: matrices.length > 0 ? matrices : study.matrices, sheets };
}

/**
 * The map, with proposals for the sheet if it was chosen without a column of names and attributes, and for the columns of
 * the values if it has no column of identifiers.
 */
export async function completeMap(study: Study, map: DataMap, known: Known): Promise<DataMap> {
  const lacksSheet = map.sheet !== null && map.label_column === null && map.attributes.length === 0;
  const lacksColumns = map.id_column === '';
  if (!lacksSheet && !lacksColumns) return map;
  const { label_column, attributes, ...proposed } = await proposeMap(withChosen(study, map), known);
  const { id_column, id_kind, annotation_columns, left_out, has_decimal_commas, scale, transformation } =
    proposed;
  return {
    ...map,
    ...(lacksSheet ? { label_column, attributes } : {}),
    ...(lacksColumns
      ? { id_column, id_kind, annotation_columns, left_out, has_decimal_commas, scale, transformation }
      : {}),
  };
}
