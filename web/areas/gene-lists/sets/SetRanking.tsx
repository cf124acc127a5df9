import { geneSetAddress } from '@omicon/contract/addresses.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { useMemo } from 'react';
import type { Column } from '../../../ui/grid/columns.ts';
import { type RankedPage, type RankedSet, SET_RANKING, type SetQuestion, setSource } from '../calls.ts';
import { CommonGenes } from '../ranking/CommonGenes.tsx';
import {
  chanceColumns,
  collectSets,
  describeOverlaps,
  FOLD_COLUMN,
  LEADING_COLUMN,
  OVERLAP_AXIS,
  overlapPoint,
  SET_FOLDING,
  SIZE_COLUMN,
  UNIVERSE_COLUMNS,
} from '../ranking/figure-columns.ts';
import { NoHits } from '../ranking/NoHits.tsx';
import { Ranking } from '../ranking/Ranking.tsx';
import type { RankedPoint } from '../ranking/ranking-layout.ts';

const keyOf = (row: RankedSet) => row.Geneset_Omicon_ID;
const nameOf = (row: RankedSet) => row.SetName;
const addressOf = (row: RankedSet) => geneSetAddress(row.Geneset_Omicon_ID);

function pointOf(row: RankedSet): RankedPoint {
  return {
    key: row.Geneset_Omicon_ID,
    name: row.SetName,
    context: row.Category ?? '',
    group: null,
    ...overlapPoint(row),
    href: addressOf(row),
  };
}

interface SetRankingProps {
  question: SetQuestion;
  /** what the genes are; your list, unless given */
  list?: string;
}

/** Gene sets, ranked by the P-value of their overlap with a list. */
export function SetRanking({ question, list }: SetRankingProps) {
  const { direction = 'over', identifiers, background = [] } = question;
  const columns = useMemo(
    (): readonly Column<RankedSet>[] => [
      { key: 'SetName', title: 'Set Name', kind: 'identifier', width: 260, href: addressOf },
      ...chanceColumns<RankedSet>(direction, (row) => (
        <CommonGenes
          count={row.Overlap}
          name={row.SetName}
          identifiers={identifiers}
          background={background}
          other={{ kind: 'gene-set', id: parseOmiconId(row.Geneset_Omicon_ID)?.number ?? 0 }}
        />
      )),
      SIZE_COLUMN,
      FOLD_COLUMN,
      { key: 'Category', title: 'Set Category', width: 140 },
      { key: 'Species', title: 'Set Species', width: 130 },
      { key: 'SetID', title: 'Set ID', kind: 'identifier', width: 120 },
      ...UNIVERSE_COLUMNS,
      LEADING_COLUMN,
    ],
    [direction, identifiers, background],
  );
  return (
    <Ranking<RankedSet, RankedPage<RankedSet>>
      what="gene sets"
      name={SET_RANKING}
      columns={columns}
      source={setSource(question)}
      axis={OVERLAP_AXIS}
      describe={(page) => describeOverlaps({ what: 'gene sets', direction, list }, page)}
      folding={SET_FOLDING}
      rowKey={keyOf}
      rowName={nameOf}
      rowHref={addressOf}
      chosenAction={collectSets}
      pointOf={pointOf}
      emptyHint={<NoHits what="gene set" identifiers={question.identifiers} />}
    />
  );
}
