import { numbersOf } from '../../records/samples/attribute-kinds.ts';
import {
  countsByValue,
  packColumn,
  type SampleColumn,
  trimColumn,
} from '../../records/samples/sample-columns.ts';

/** Values of an attribute that makes groups: a model has one term for each but one. */
export const MAX_LEVELS = 20;

/** Columns of a design matrix for one attribute, one value per sample. */
export interface Covariate {
  /** NaN where the sample has no value */
  columns: Float64Array[];
  /** the values that are contrasted, the first as reference; empty for numbers */
  levels: string[];
  /** samples without a value, and of numbers also those whose value is none, by index */
  missing: number[];
  /** how many of `missing` have a value that is no number */
  notNumbers: number;
}

function columnOf(cells: readonly (string | null)[]): SampleColumn {
  return trimColumn(packColumn(cells));
}

/** The values of some samples, sorted; null, blank and `NA` are missing. */
export function levelsOf(cells: readonly (string | null)[], samples: readonly number[]): string[] {
  return columnOf(samples.map((sample) => cells[sample] ?? null)).values.sort();
}

/** The numbers by value, over all samples; null for an attribute of texts. */
function numbersByValue(attribute: string, cells: readonly (string | null)[]): Map<string, number> | null {
  const column = columnOf(cells);
  const numbers = numbersOf(attribute, column.values, countsByValue(column));
  return numbers && new Map(column.values.map((value, at) => [value, numbers[at] ?? Number.NaN]));
}

/**
 * An attribute as covariate of a linear model: numbers as they are, texts as treatment contrasts against their first
 * value. An attribute with one value has no columns.
 * @param cells one per sample of the matrix; null, blank and `NA` are missing
 * @param samples those that are compared; only their values make levels
 * @source `model.matrix`
 */
export function covariateOf(
  attribute: string,
  cells: readonly (string | null)[],
  samples: readonly number[],
): Covariate {
  const numbers = numbersByValue(attribute, cells);
  const textOf = (sample: number) => cells[sample]?.trim() ?? '';
  const valued = new Set(samples.filter((sample) => textOf(sample) !== '' && textOf(sample) !== 'NA'));
  const present = [...valued].filter((sample) => !Number.isNaN(numbers?.get(textOf(sample)) ?? 0));
  const kept = new Set(present);
  const missing = samples.filter((sample) => !kept.has(sample));
  const levels = levelsOf(cells, present);
  const columnBy = (toNumber: (text: string) => number) => {
    const column = new Float64Array(cells.length).fill(Number.NaN);
    for (const sample of present) column[sample] = toNumber(textOf(sample));
    return column;
  };
  const shared = { missing, notNumbers: valued.size - present.length };
  if (levels.length < 2) return { ...shared, columns: [], levels: [] };
  if (numbers !== null)
    return { ...shared, columns: [columnBy((text) => numbers.get(text) ?? Number.NaN)], levels: [] };
  const columns = levels.slice(1).map((level) => columnBy((text) => (text === level ? 1 : 0)));
  return { ...shared, columns, levels };
}
