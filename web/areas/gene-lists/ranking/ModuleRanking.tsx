import { useMemo } from 'react';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { fromOmiconId } from '../../../actions/collect/collected-items.ts';
import { SIGNALS } from '../../../ui/grid/folds/module-folds.ts';
import { countOf } from '../../../ui/text/format.ts';
import { MODULE_RANKING, type ModuleQuestion, moduleSource, type RankedModule } from '../calls.ts';
import { describeOverlaps, OVERLAP_AXIS, overlapPoint } from './figure-columns.ts';
import { MODULE_FOLDING, moduleColumns } from './module-columns.tsx';
import { NoHits } from './NoHits.tsx';
import { Ranking } from './Ranking.tsx';
import type { RankedPoint } from './ranking-layout.ts';
import { addressOfModule, addressOfSignal, labelOf, signalOf } from './SignalCell.tsx';

const COLLECT = collectRows((row: RankedModule) => fromOmiconId(row.Covariation_Module_Omicon_ID));

const keyOf = (row: RankedModule) => `${row.Covariation_Module_Omicon_ID} ${row.Mod_Def}`;

/** What is counted: of any definition, each module is tested by every one under which it has members. */
function countedOf({ definition = 'Any' }: ModuleQuestion): string {
  return definition === 'Any' ? 'member lists of modules, one for each definition,' : 'modules';
}

function pointOf(row: RankedModule, isSignal: boolean): RankedPoint {
  const name = isSignal ? signalOf(row) : labelOf(row);
  const module = name === labelOf(row) ? null : labelOf(row);
  return {
    key: keyOf(row),
    name,
    context: [module, row.Dataset, row.Network].filter(Boolean).join(', '),
    group: row.Mod_Def,
    ...overlapPoint(row),
    href: isSignal ? addressOfSignal(row) : addressOfModule(row),
  };
}

/** Modules of all readable networks, ranked by the P-value of their overlap with a list. */
export function ModuleRanking({ question }: { question: ModuleQuestion }) {
  const { direction = 'over', fold = 'module' } = question;
  const columns = useMemo(() => moduleColumns(question), [question]);
  const isSignal = fold === 'meta-module';
  const { one, several } = SIGNALS[fold];
  return (
    <Ranking
      what="modules"
      name={MODULE_RANKING}
      columns={columns}
      describe={(found) =>
        describeOverlaps(
          {
            what: countedOf(question),
            direction,
            folded: ({ total }) => `they are ${countOf(total, one, several)}`,
          },
          found,
        )
      }
      source={moduleSource(question)}
      folding={fold === 'module' ? undefined : MODULE_FOLDING}
      rowsAre={several}
      rowKey={keyOf}
      rowName={isSignal ? signalOf : labelOf}
      rowHref={isSignal ? addressOfSignal : addressOfModule}
      chosenAction={COLLECT}
      axis={OVERLAP_AXIS}
      pointOf={(row) => pointOf(row, isSignal)}
      emptyHint={<NoHits what="module" identifiers={question.identifiers} />}
    />
  );
}
