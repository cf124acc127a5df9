/** Words for coded values of sample attributes: terms of ontologies and codes that a laboratory chose. */

/** Label by value, of one attribute. Values without a label are absent. */
export type ValueLabels = Readonly<Record<string, string>>;

/** Values of mutation flags; the flags tell the gene or the region (Sequence Ontology, NCI Thesaurus). */
export const MUTATION_LABELS: ValueLabels = {
  'SO:0001742': 'copy number gain',
  'SO:0001743': 'copy number loss',
  'NCIT:C172343': 'mutated',
  'NCIT:C172344': 'mutated',
};

/** What people read in place of a value: its label, else the value itself; null stays null (NA). */
export function labelOf<V extends string | null>(value: V, labels: ValueLabels): V | string {
  return value !== null && Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;
}

/** `copy number loss (SO:0001743)` where there is room for both; a value without a label is itself, null stays null. */
export function labelWithCode<V extends string | null>(value: V, labels: ValueLabels): V | string {
  const label = labelOf(value, labels);
  return label === value ? value : `${label} (${value})`;
}

/** Whether a value can be the id of an ontology term, such as `UBERON:0000955`. */
export function isTermId(value: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*:[A-Za-z0-9_]+$/.test(value);
}
