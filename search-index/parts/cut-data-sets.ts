/** Cuts data sets into parts, so that each part reads few segments. */
import { cutEvenly, type Run } from './cut-evenly.ts';

export interface SearchedDataSet {
  /** modules that are tested */
  weight: number;
  /** segments that hold its modules */
  segments: ReadonlySet<number>;
}

export interface Cut {
  runs: Run[];
  /** the largest share of any part: of the modules whose postings are read, and of those that are tested */
  mostRead: number;
  mostTested: number;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

/** Runs of data sets none of which shares a segment with data sets before or after it. */
function groupBySegments(dataSets: readonly SearchedDataSet[]): Run[] {
  const last = new Map<number, number>();
  for (const [at, { segments }] of dataSets.entries()) for (const segment of segments) last.set(segment, at);
  const groups: Run[] = [];
  let [from, end] = [0, 0];
  dataSets.forEach(({ segments }, at) => {
    for (const segment of segments) end = Math.max(end, last.get(segment) ?? at);
    if (at < end) return;
    groups.push({ from, to: at + 1 });
    [from, end] = [at + 1, at + 1];
  });
  return groups;
}

/**
 * At most `parts` runs of data sets with similar weight, cut between segments or within them, whichever leaves less to
 * the part that has most. Data sets come in the order in which their modules were added, as segments do.
 * @param sizes modules of each segment
 */
export function cutDataSets(
  dataSets: readonly SearchedDataSet[],
  sizes: ReadonlyMap<number, number>,
  parts: number,
): Cut {
  const weights = dataSets.map(({ weight }) => weight);
  const groups = groupBySegments(dataSets);
  const between = cutEvenly(
    groups.map(({ from, to }) => sum(weights.slice(from, to))),
    parts,
  ).map(({ from, to }) => ({ from: groups[from]?.from ?? 0, to: groups[to - 1]?.to ?? 0 }));
  const [all, tested] = [sum(sizes.values()), sum(weights)];
  const judge = (runs: Run[]): Cut => {
    const read = runs.map(({ from, to }) => {
      const segments = new Set(dataSets.slice(from, to).flatMap((each) => [...each.segments]));
      return sum([...segments].map((segment) => sizes.get(segment) ?? 0));
    });
    return {
      runs,
      mostRead: Math.max(0, ...read) / Math.max(1, all),
      mostTested:
        Math.max(0, ...runs.map(({ from, to }) => sum(weights.slice(from, to)))) / Math.max(1, tested),
    };
  };
  const [clean, within] = [judge(between), judge(cutEvenly(weights, parts))];
  const most = ({ mostRead, mostTested }: Cut) => mostRead + mostTested;
  return within.runs.length >= 2 && most(within) < most(clean) ? within : clean;
}
