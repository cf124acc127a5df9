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

/** Whether another grouping of cells has given the sheet other columns than the map knows. */
function hasOtherColumns({ cells, sheets }: Study, { sheet, label_column, attributes }: DataMap): boolean {
  const columns = sheets.find(({ file }) => file === sheet)?.columns;
  if (cells === undefined || columns === undefined) return false;
  const mapped = new Set([label_column, ...attributes.map(({ column }) => column)]);
  return mapped.size !== columns.length || columns.some((column) => !mapped.has(column));
}

/**
 * The map, with proposals for the sheet if it was chosen without a column of names and attributes, and for the columns of
 * the values if it has no column of identifiers. What a person has said of columns that are still there stays.
 */
export async function completeMap(study: Study, map: DataMap, known: Known): Promise<DataMap> {
  const isRegrouped = hasOtherColumns(study, map);
  const lacksSheet =
    isRegrouped || (map.sheet !== null && map.label_column === null && map.attributes.length === 0);
  const lacksColumns = map.id_column === '';
  if (!lacksSheet && !lacksColumns) return map;
  const { label_column, attributes: all, ...proposed } = await proposeMap(withChosen(study, map), known);
  const attributes = all.map((one) => map.attributes.find(({ column }) => column === one.column) ?? one);
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
