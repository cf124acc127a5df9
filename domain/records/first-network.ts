/** Which network of an analysis to begin with: a proposal, not a verdict. */

export interface NetworkSummary {
  modules: number;
  /** number of different themes of its modules, each from an enriched gene set */
  themes: number;
  /** percentage of the features that are in a module; null if the pipeline did not say it */
  coverage: number | null;
}

/**
 * The network that says most: most different themes, then the largest share of features in modules, then fewer modules.
 * @returns null without a choice: less than two networks, or none with a module
 */
export function chooseFirstNetwork<Network extends NetworkSummary>(
  networks: readonly Network[],
): Network | null {
  if (networks.length < 2) return null;
  const [best = null] = networks
    .filter(({ modules }) => modules > 0)
    .toSorted(
      (a, b) => b.themes - a.themes || (b.coverage ?? 0) - (a.coverage ?? 0) || a.modules - b.modules,
    );
  return best;
}
