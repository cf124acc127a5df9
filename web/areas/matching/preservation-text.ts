/** Names and explanations of the statistics of preservation, and their files. */
import type { getPreservation } from '@omicon/contract/areas/matching.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import {
  PRESERVATION_STATISTICS,
  type PreservationStatistic,
} from '@omicon/domain/statistics/preservation/preservation.ts';
import { writeTable } from '../../ui/files/write-table.ts';
import { formatDecimal } from '../../ui/text/format.ts';

/** Of a module or of the consensus genes of a meta-module. */
export type Preservation = Omit<ReplyOf<typeof getPreservation>, 'module'>;

interface StatisticText {
  title: string;
  /** what is compared */
  meaning: string;
}

export const STATISTIC_TEXTS: Readonly<Record<PreservationStatistic, StatisticText>> = {
  average_edge_weight: { title: 'Average edge weight', meaning: 'mean of |r|⁶ over pairs of genes' },
  coherence: { title: 'Coherence', meaning: 'share of variance of the first principal component' },
  average_correlation: {
    title: 'Average correlation',
    meaning: 'mean r, signed as in the discovery data set',
  },
  average_contribution: {
    title: 'Average contribution',
    meaning: 'mean r with the first component, signed as in the discovery data set',
  },
  concordance_of_correlation: {
    title: 'Concordance of correlation',
    meaning: 'r of both data sets, pair by pair',
  },
  concordance_of_degree: {
    title: 'Concordance of degree',
    meaning: 'sums of |r|⁶ of both data sets, gene by gene',
  },
  concordance_of_contribution: {
    title: 'Concordance of contribution',
    meaning: 'r with the first component of both, gene by gene',
  },
};

export interface StatisticRow {
  key: PreservationStatistic;
  title: string;
  meaning: string;
  observed: number | null;
  z: number | null;
  p_value: number | null;
}

export function toRows({ preservation }: Pick<Preservation, 'preservation'>): StatisticRow[] {
  if (preservation === null) return [];
  return PRESERVATION_STATISTICS.map((key) => ({
    key,
    ...STATISTIC_TEXTS[key],
    observed: preservation.observed[key],
    z: preservation.z[key],
    p_value: preservation.p_value[key],
  }));
}

/**
 * One sentence on Zsummary, with the usual limits of 2 and 10.
 * @param what is tested, in the middle of a sentence, such as `the module is preserved`
 */
export function judge(summary: number | null, what = 'the module is preserved'): string {
  if (summary === null) return 'Random sets do not vary, so Z is not defined.';
  const figure = `Z summary ${formatDecimal(summary, 1)}`;
  if (summary >= 10) return `${figure}: strong evidence that ${what}.`;
  if (summary >= 2) return `${figure}: weak to moderate evidence that ${what}.`;
  return `${figure}: no evidence that ${what}.`;
}

/** Pairs of members with their correlations in both data sets, as TSV. */
export function writeCorrelations({ features, correlations, test_correlations }: Preservation): string {
  const rows = features.flatMap((a, row) =>
    features
      .slice(row + 1)
      .map((b, at) => [
        a,
        b,
        correlations[row]?.[row + 1 + at] ?? null,
        test_correlations[row]?.[row + 1 + at] ?? null,
      ]),
  );
  return writeTable(
    ['Gene', 'Other gene', 'r in the discovery data set', 'r in the test data set'],
    rows,
    'tsv',
  );
}
