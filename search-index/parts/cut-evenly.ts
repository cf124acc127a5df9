/** Cuts a list into runs of similar weight. */

export interface Run {
  from: number;
  /** exclusive */
  to: number;
}

/**
 * At most `parts` consecutive runs that cover the list and whose weights differ as little as cutting between items
 * allows. Every run has an item with weight; a list without weight gives no runs.
 */
export function cutEvenly(weights: readonly number[], parts: number): Run[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const runs: Run[] = [];
  let [from, held, before] = [0, 0, 0];
  weights.forEach((weight, at) => {
    const sum = held + weight;
    const goal = (total * (runs.length + 1)) / parts;
    // Before this item or after it, whichever is closer to the goal.
    if (runs.length < parts - 1 && held > before && weight > 0 && goal - held < sum - goal) {
      runs.push({ from, to: at });
      [from, before] = [at, held];
    }
    held = sum;
  });
  if (held > before) runs.push({ from, to: weights.length });
  return runs;
}
