import { geneSetAddress } from '@omicon/contract/addresses.ts';
import { showInvisible } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { useMemo } from 'react';
import type { KnownSource } from '../../../actions/explore/ranked-source.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { readWhole } from '../../../ui/grid/folds/rows-under.ts';
import { countOf, formatCount, formatDecimal } from '../../../ui/text/format.ts';
import type { PageOfRanking } from '../calls.ts';
import { collectSets, FOLD_COLUMN, LEADING_COLUMN, SET_FOLDING } from '../ranking/figure-columns.ts';
import { Ranking } from '../ranking/Ranking.tsx';
import type { RankedPoint, RankingAxis } from '../ranking/ranking-layout.ts';
import { readRankedSets, type SetOfRanking } from './calls.ts';
import type { RankedOptions } from './ranked-query.ts';

const AXIS: RankingAxis = {
  title: 'AUC',
  caption: 'the chance that a gene of the set is ranked above another',
  span: [0, 1],
  columns: ['AUC', 'CERNO', 'Degrees of freedom', 'Ranked genes'],
};

const MAX_NAMED = 10;

const keyOf = (row: SetOfRanking) => row.Geneset_Omicon_ID;
const nameOf = (row: SetOfRanking) => row.SetName;
const addressOf = (row: SetOfRanking) => geneSetAddress(row.Geneset_Omicon_ID);

const COLUMNS: readonly Column<SetOfRanking>[] = [
  { key: 'SetName', title: 'Set Name', kind: 'identifier', width: 260, href: addressOf },
  { key: 'Pval', title: 'P (CERNO)', kind: 'p-value', width: 112 },
  { key: 'qval', title: 'q (CERNO)', kind: 'p-value', width: 100 },
  { key: 'AUC', title: 'AUC', kind: 'decimal', width: 78 },
  FOLD_COLUMN,
  { key: 'AUC_Pval', title: 'P (AUC)', kind: 'p-value', width: 90 },
  { key: 'AUC_qval', title: 'q (AUC)', kind: 'p-value', width: 90 },
  { key: 'Direction', title: 'Values', width: 80 },
  { key: 'CERNO', title: 'CERNO', kind: 'decimal', width: 96 },
  { key: 'DF', title: 'Degrees of freedom', kind: 'number', width: 90 },
  { key: 'Ranked', title: 'Ranked genes', kind: 'number', width: 84 },
  { key: 'Size', title: 'Size', kind: 'number', width: 72 },
  { key: 'Category', title: 'Set Category', width: 140 },
  { key: 'Species', title: 'Set Species', width: 130 },
  { key: 'SetID', title: 'Set ID', kind: 'identifier', width: 120 },
  LEADING_COLUMN,
];

/** @param by which P the picture shows */
function toPoint(row: SetOfRanking, by: 'cerno' | 'auc'): RankedPoint {
  const [p, q] = by === 'cerno' ? [row.Pval, row.qval] : [row.AUC_Pval, row.AUC_qval];
  return {
    key: row.Geneset_Omicon_ID,
    name: row.SetName,
    context: row.Category ?? '',
    group: null,
    p: p ?? 1,
    q: q ?? 1,
    value: row.AUC ?? 0.5,
    about: `AUC ${row.AUC === null ? 'NA' : formatDecimal(row.AUC)}, ${countOf(row.Ranked, 'ranked gene')}`,
    cells: [row.AUC, row.CERNO, row.DF, row.Ranked],
    href: addressOf(row),
  };
}

type Page = Awaited<ReturnType<typeof readRankedSets>>;

/** Names of a pasted ranking that are not in it. */
function describeLeftOut({ repair }: Page): string {
  const leftOut = [...(repair?.unknown ?? []), ...(repair?.ambiguous ?? []).map(({ from }) => from)];
  if (leftOut.length === 0) return '';
  const named = leftOut.slice(0, MAX_NAMED).map(showInvisible).join(', ');
  const more = leftOut.length > MAX_NAMED ? ' and others' : '';
  return ` ${countOf(leftOut.length, 'unknown or ambiguous name')} left out: ${named}${more}.`;
}

function describe(page: Page): string {
  const { genes, ranked_by, tested, total, unfolded } = page;
  const folded = unfolded > total ? `, ${formatCount(total)} of them listed` : '';
  return `${formatCount(tested)} gene sets tested${folded}, in ${countOf(genes, 'gene')} ranked by ${ranked_by} (q: Benjamini-Hochberg over all ${formatCount(tested)}).${describeLeftOut(page)}`;
}

interface RankedSetsProps {
  source: KnownSource;
  options: RankedOptions;
}

/** Gene sets at the top of a ranking of genes. */
export function RankedSets({ source, options }: RankedSetsProps) {
  const question = useMemo(() => ({ source, options }), [source, options]);
  const read = (page: PageOfRanking, signal?: AbortSignal) =>
    readRankedSets(source, { ...options, ...page }, signal);
  return (
    <Ranking<SetOfRanking, Page>
      what="gene sets"
      name="ranked-enrichment"
      columns={COLUMNS}
      byP={options.by === 'cerno' ? 'Pval' : 'AUC_Pval'}
      source={{
        question,
        read,
        readUnfolded: (page) => readRankedSets(source, { ...options, ...page, fold: false }),
        readUnder: (row, signal) =>
          readWhole(row.Geneset_Omicon_ID, (folding) =>
            readRankedSets(source, { ...options, ...folding }, signal),
          ),
      }}
      axis={AXIS}
      describe={describe}
      folding={SET_FOLDING}
      rowKey={keyOf}
      rowName={nameOf}
      rowHref={addressOf}
      chosenAction={collectSets}
      pointOf={(row) => toPoint(row, options.by)}
      emptyHint="No gene set matches the filters and has a gene in the ranking. Try another name, category or species."
    />
  );
}
