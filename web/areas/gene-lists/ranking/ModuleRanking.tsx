import { analysisAddress, dataSetAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import type { ComparedList } from '@omicon/contract/areas/genes/gene-lists.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import {
  definitionNumbers,
  QUERY_DEFINITIONS,
  SEARCHED_DEFINITIONS,
} from '@omicon/domain/records/module-definition.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import type { OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import { useMemo } from 'react';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { fromOmiconId } from '../../../actions/collect/collected-items.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { moduleColumnOf } from '../../../ui/grid/record-columns.ts';
import { MODULE_RANKING, type ModuleQuestion, moduleSource, type RankedModule } from '../calls.ts';
import { CommonGenes } from './CommonGenes.tsx';
import {
  chanceColumns,
  describeOverlaps,
  OVERLAP_AXIS,
  overlapPoint,
  UNIVERSE_COLUMNS,
} from './figure-columns.ts';
import { NoHits } from './NoHits.tsx';
import { Ranking } from './Ranking.tsx';

const nameOf = ({ Module, Theme, Covariation_Module_Omicon_ID }: RankedModule) =>
  Module === null ? Covariation_Module_Omicon_ID : moduleLabel({ name: Module, theme: Theme });
const addressOf = (row: RankedModule) => moduleAddress(row.Covariation_Module_Omicon_ID);

const COLLECT = collectRows((row: RankedModule) => fromOmiconId(row.Covariation_Module_Omicon_ID));

/** The row as a list of a comparison. */
function listOf({ Covariation_Module_Omicon_ID, Mod_Def }: RankedModule): ComparedList {
  const id = parseOmiconId(Covariation_Module_Omicon_ID)?.number ?? 0;
  const named = QUERY_DEFINITIONS.find((definition) => definition === Mod_Def) ?? 'Seed';
  return { kind: 'module', id, definition: SEARCHED_DEFINITIONS[definitionNumbers(named)[0] ?? 0] };
}

const columnsOf = (
  direction: OverlapDirection,
  { identifiers, background = [] }: ModuleQuestion,
): readonly Column<RankedModule>[] => [
  moduleColumnOf({
    key: 'Module',
    title: 'Module',
    width: 220,
    module: ({ Module, Theme }) => (Module === null ? null : { name: Module, theme: Theme }),
    href: addressOf,
  }),
  ...chanceColumns<RankedModule>(direction, (row) => (
    <CommonGenes
      count={row.Overlap}
      name={nameOf(row)}
      identifiers={identifiers}
      background={background}
      other={listOf(row)}
    />
  )),
  { key: 'Mod_Def', title: 'Definition', width: 100 },
  {
    key: 'Dataset',
    title: 'Data set',
    width: 260,
    href: (row) => (row.dataset_id === null ? null : dataSetAddress(row.dataset_id)),
  },
  {
    key: 'Network',
    title: 'Covariation network',
    kind: 'identifier',
    width: 260,
    href: (row) => (row.project_id === null ? null : analysisAddress(row.project_id, 'networks')),
  },
  ...UNIVERSE_COLUMNS,
  { key: 'Covariation_Module_Omicon_ID', title: 'Omicon ID', kind: 'identifier', width: 120 },
];

/** Modules of all readable networks, ranked by the P-value of their overlap with a list. */
export function ModuleRanking({ question }: { question: ModuleQuestion }) {
  const { direction = 'over' } = question;
  const columns = useMemo(() => columnsOf(direction, question), [direction, question]);
  return (
    <Ranking
      what="modules"
      name={MODULE_RANKING}
      columns={columns}
      describe={(page) => describeOverlaps('modules', direction, page)}
      source={moduleSource(question)}
      rowKey={(row) => `${row.Covariation_Module_Omicon_ID} ${row.Mod_Def}`}
      rowName={nameOf}
      rowHref={addressOf}
      chosenAction={COLLECT}
      axis={OVERLAP_AXIS}
      pointOf={(row) => ({
        key: `${row.Covariation_Module_Omicon_ID} ${row.Mod_Def}`,
        name: nameOf(row),
        context: [row.Dataset, row.Network].filter(Boolean).join(', '),
        group: row.Mod_Def,
        ...overlapPoint(row),
        href: addressOf(row),
      })}
      emptyHint={<NoHits what="module" identifiers={question.identifiers} />}
    />
  );
}
