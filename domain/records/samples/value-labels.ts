/** Labels of coded sample attribute values: ontology terms and codes of the laboratory. */

/** Labels by value of one attribute; values without a label are missing. */
export type ValueLabels = Readonly<Record<string, string>>;

/** Labels that one attribute can have. */
export const MAX_VALUE_LABELS = 200;

/** Labels of the values of mutation flags (Sequence Ontology, NCI Thesaurus). */
export const MUTATION_LABELS: ValueLabels = {
  'SO:0001742': 'copy number gain',
  'SO:0001743': 'copy number loss',
  'NCIT:C172343': 'mutated',
  'NCIT:C172344': 'mutated',
};

/** The label of a value, or the value itself if it has none; null (NA) stays null. */
export function labelOf<V extends string | null>(value: V, labels: ValueLabels): V | string {
  return value !== null && Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;
}

/** Label and code, as `copy number loss (SO:0001743)`; the value itself if it has no label; null stays null. */
export function labelWithCode<V extends string | null>(value: V, labels: ValueLabels): V | string {
  const label = labelOf(value, labels);
  return label === value ? value : `${label} (${value})`;
}

/** Whether a value has the form of an ontology term id, such as `UBERON:0000955`. */
export function isTermId(value: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*:[A-Za-z0-9_]+$/.test(value);
}

/** The first value that is listed before, with its index; null if all differ. */
export function repeatedValue(values: readonly string[]): { value: string; index: number } | null {
  const index = values.findIndex((value, at) => values.indexOf(value) < at);
  const value = values[index];
  return value === undefined ? null : { value, index };
}
