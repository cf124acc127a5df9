import { isNumericAttribute } from '../modules/traits.ts';

function isMissing(cell: string | null): boolean {
  const text = cell?.trim() ?? '';
  return text === '' || text === 'NA';
}

/** Columns of a design matrix for one attribute, one value per sample. */
export interface Covariate {
  /** NaN where the sample has no value */
  columns: Float64Array[];
  /** samples without a value, by index */
  missing: number[];
}

/** The values of some samples, sorted; null, blank and `NA` are missing. */
export function levelsOf(cells: readonly (string | null)[], samples: readonly number[]): string[] {
  const texts = samples.map((sample) => cells[sample] ?? null).filter((cell) => !isMissing(cell));
  return [...new Set(texts.map((text) => text?.trim() ?? ''))].sort();
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
  const missing = samples.filter((sample) => isMissing(cells[sample] ?? null));
  const textOf = (sample: number) => cells[sample]?.trim() ?? '';
  const present = samples.filter((sample) => !isMissing(cells[sample] ?? null));
  const levels = levelsOf(cells, present);
  const columnOf = (toNumber: (text: string) => number) => {
    const column = new Float64Array(cells.length).fill(Number.NaN);
    for (const sample of present) column[sample] = toNumber(textOf(sample));
    return column;
  };
  if (levels.length < 2) return { columns: [], missing };
  if (isNumericAttribute(attribute, levels)) return { columns: [columnOf(Number)], missing };
  return { columns: levels.slice(1).map((level) => columnOf((text) => (text === level ? 1 : 0))), missing };
}
