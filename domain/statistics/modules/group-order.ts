/** Which of two groups of samples is the reference, coded 0, and which is compared with it, coded 1. */

/** Words for what is absent, usual or left as it was. No single letters but n: M is male, mutated or methylated. */
const REFERENCES =
  /^(?:wt|wild[ _-]?type|no|none|n|not|non|neg|negative|false|absent|never|low|controls?|ctrl|ctl|normal|healthy|unaffected|intact|untreated|unmethylated|unmutated|vehicle|placebo|sham|mock|baseline|before|pre|alive|living|censored|male)(?=$|[ _.:(-])/i;

function isReference(name: string): boolean {
  return REFERENCES.test(name.trim());
}

/**
 * Two groups in the order of their codes: as the attribute lists its values, else what is absent, usual or smaller first.
 * Their letters decide only where nothing else does.
 * @param listed values of the attribute in the order that people gave them; case is ignored
 */
export function orderPair(pair: readonly [string, string], listed: readonly string[]): [string, string] {
  const [first, second] = pair.toSorted();
  if (first === undefined || second === undefined) return [...pair];
  const places = [first, second].map((name) =>
    listed.findIndex((value) => value.trim().toLowerCase() === name.trim().toLowerCase()),
  ) as [number, number];
  const isListed = places.every((place) => place >= 0);
  const numbers = [Number(first), Number(second)] as const;
  const swaps = isListed
    ? places[0] > places[1]
    : isReference(first) === isReference(second)
      ? numbers[0] > numbers[1]
      : isReference(second);
  return swaps ? [second, first] : [first, second];
}
