import { numberAt } from '../../arrays/number-at.ts';
import { ranksOf } from '../lists/ranked.ts';
import { median } from '../moments.ts';
import { PRESERVATION_STATISTICS, type PreservationStatistic } from './preservation.ts';

type Observed = Record<PreservationStatistic, number | null>;

function medianRanks(modules: readonly Observed[], names: readonly PreservationStatistic[]): number[] {
  const ranks = names.map((name) => ranksOf(modules.map((observed) => observed[name] ?? Number.NaN)).ranks);
  return modules.map((_, at) => {
    const known = ranks.map((column) => numberAt(column, at)).filter((rank) => !Number.isNaN(rank));
    return known.length === 0 ? Number.NaN : median(known);
  });
}

/**
 * Composite rank of each module among all: mean of its median ranks by the four statistics of density and by the three
 * of connectivity, 1 for the best preserved. Depends less on the size of a module than Zsummary does.
 * @param modules observed statistics; null where not defined
 * @returns one rank per module; NaN without statistics
 * @source Langfelder et al. 2011, PLoS Comput Biol 7:e1001057
 */
export function medianRanksOfModules(modules: readonly Observed[]): number[] {
  const density = medianRanks(modules, PRESERVATION_STATISTICS.slice(0, 4));
  const connectivity = medianRanks(modules, PRESERVATION_STATISTICS.slice(4));
  return modules.map((_, at) => (numberAt(density, at) + numberAt(connectivity, at)) / 2);
}
