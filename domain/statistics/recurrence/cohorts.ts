/** Data sets that measure the same people or animals. */

/** What tells whether data sets are of one cohort. */
export interface SampledDataSet {
  collection: number;
  sample_labels: readonly string[];
  /** values of the attribute Individual; empty where there is none */
  individuals: readonly string[];
}

/**
 * Cohort of each data set, numbered from 1 in their order. Data sets of one collection that have samples or individuals
 * in common are of one cohort, also by way of a third; in different collections the same label is another sample.
 */
export function cohortsOf(dataSets: readonly SampledDataSet[]): number[] {
  const parent = dataSets.map((_, at) => at);
  const rootOf = (at: number): number => {
    const above = parent[at] ?? at;
    if (above === at) return at;
    const root = rootOf(above);
    parent[at] = root;
    return root;
  };
  const first = new Map<string, number>();
  for (const [at, { collection, sample_labels, individuals }] of dataSets.entries()) {
    const marks = [...sample_labels.map((label) => `s ${label}`), ...individuals.map((name) => `i ${name}`)];
    for (const mark of marks) {
      const key = `${collection} ${mark}`;
      const known = first.get(key);
      if (known === undefined) first.set(key, at);
      else parent[Math.max(rootOf(at), rootOf(known))] = Math.min(rootOf(at), rootOf(known));
    }
  }
  const numbers = new Map<number, number>();
  return dataSets.map((_, at) => {
    const root = rootOf(at);
    const number = numbers.get(root) ?? numbers.size + 1;
    numbers.set(root, number);
    return number;
  });
}

/** Of each cohort the row with the largest size, of equal ones the first: rows of one cohort are not independent. */
export function oneOfEachCohort<Row extends { cohort: number }>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number,
): Row[] {
  return [...Map.groupBy(rows, ({ cohort }) => cohort).values()].flatMap((of) =>
    of.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 1),
  );
}
