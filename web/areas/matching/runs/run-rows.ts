/** Rows of the modules of a run. */
import type { getPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import {
  PRESERVATION_STATISTICS,
  type PreservationStatistic,
} from '@omicon/domain/statistics/preservation/preservation.ts';
import type { CellValue, Column } from '../../../ui/grid/columns.ts';
import { STATISTIC_TEXTS } from '../preservation-text.ts';

export type Run = ReplyOf<typeof getPreservationRun>;
type ModuleOfRun = Run['modules'][number];

export interface RunRow {
  omicon_id: string;
  name: string;
  theme: string | null;
  members: number;
  present: number;
  summary: number | null;
  median_rank: number | null;
  preservation: ModuleOfRun['preservation'];
}

export function toRunRows({ modules }: Pick<Run, 'modules'>): RunRow[] {
  return modules.map(({ module, members, present, median_rank, preservation }) => ({
    omicon_id: module.omicon_id,
    name: module.name,
    theme: module.theme,
    members,
    present,
    summary: preservation?.summary_z ?? null,
    median_rank,
    preservation,
  }));
}

type Part = 'observed' | 'z' | 'p_value';

function columnOf(statistic: PreservationStatistic, part: Part, ofTitle: string): Column<RunRow> {
  const { title } = STATISTIC_TEXTS[statistic];
  return {
    key: `${statistic}_${part}`,
    title: ofTitle === '' ? title : `${ofTitle} of ${title.toLowerCase()}`,
    kind: part === 'p_value' ? 'p-value' : 'decimal',
    width: 150,
    value: ({ preservation }): CellValue => preservation?.[part][statistic] ?? null,
  };
}

/** The seven statistics, with Z and P of each. */
export const STATISTIC_COLUMNS: readonly Column<RunRow>[] = PRESERVATION_STATISTICS.flatMap((statistic) => [
  columnOf(statistic, 'observed', ''),
  columnOf(statistic, 'z', 'Z'),
  columnOf(statistic, 'p_value', 'P'),
]);
