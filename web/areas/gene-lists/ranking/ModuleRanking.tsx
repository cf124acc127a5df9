import { analysisAddress, dataSetAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import type { OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import { useMemo } from 'react';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { fromOmiconId } from '../../../actions/collect/collected-items.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { MODULE_RANKING, type ModuleQuestion, moduleSource, type RankedModule } from '../calls.ts';
import {
  chanceColumns,
  describeOverlaps,
  OVERLAP_AXIS,
  overlapPoint,
  UNIVERSE_COLUMNS,
} from './figure-columns.ts';
import { Ranking } from './Ranking.tsx';

const nameOf = (row: RankedModule) => row.Module ?? row.Covariation_Module_Omicon_ID;
const addressOf = (row: RankedModule) => moduleAddress(row.Covariation_Module_Omicon_ID);

const COLLECT = collectRows((row: RankedModule) => fromOmiconId(row.Covariation_Module_Omicon_ID));

const columnsOf = (direction: OverlapDirection): readonly Column<RankedModule>[] => [
  { key: 'Module', title: 'Module', width: 130, value: nameOf, href: addressOf },
  ...chanceColumns(direction),
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
  const columns = useMemo(() => columnsOf(direction), [direction]);
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
      emptyHint="No module matching the filters contains a gene of the list. Try fewer filters, another definition or a larger background."
    />
  );
}
