import { Stack, Text } from '@mantine/core';
import { moduleAddress } from '@omicon/contract/addresses.ts';
import { cancelPreservationRun, getPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import { MIN_PRESERVED_FEATURES } from '@omicon/domain/statistics/preservation/preservation.ts';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { collectRecords } from '../../../actions/collect/collect-rows.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { moduleColumn } from '../../../ui/grid/record-columns.ts';
import { PointsPlot } from '../../../ui/plot/marks/PointsPlot.tsx';
import { RunState } from '../../../ui/run/RunState.tsx';
import { countOf, formatCount, formatDecimal } from '../../../ui/text/format.ts';
import { describeOrganisms } from '../organism-text.ts';
import { PreservationCode } from '../PreservationCode.tsx';
import { type Run, type RunRow, STATISTIC_COLUMNS, toRunRows } from './run-rows.ts';

/** Usual limits of weak and of strong evidence. */
const LEVELS = [2, 10].map((value) => ({ value, name: `Z = ${value}` }));

/** Z summary of each module against its size. @param rows with a Z summary */
function SizePlot({
  rows,
  name,
  actions,
}: {
  rows: readonly (RunRow & { summary: number })[];
  name: string;
  actions: ReactNode;
}) {
  const router = useRouter();
  return (
    <PointsPlot
      title="Z summary by size of the module"
      fileName={name}
      caption="Z summary against the number of genes that both data sets measure. From 2 on evidence is weak to moderate, from 10 on strong; Z grows with the size."
      keys="The arrow keys read the modules one by one, Enter opens one."
      columns={[
        { key: 'name', title: 'Module', kind: 'text', width: 200 },
        { key: 'present', title: 'Genes', kind: 'number', width: 100 },
        { key: 'summary', title: 'Z summary', kind: 'decimal', width: 120 },
      ]}
      rows={rows}
      actions={actions}
      chosenAction={collectRecords}
      x={{ key: 'present', label: 'Genes' }}
      y={{ key: 'summary', label: 'Z summary' }}
      levels={LEVELS}
      radius={4}
      describe={(row) => `${row.name}: ${row.present} genes, Z summary ${formatDecimal(row.summary)}.`}
      onOpen={(row) => router.history.push(moduleAddress(row.omicon_id))}
    />
  );
}

const COLUMNS: readonly Column<RunRow>[] = [
  moduleColumn(220, ({ omicon_id }) => moduleAddress(omicon_id, 'elsewhere')),
  { key: 'summary', title: 'Z summary', kind: 'decimal', width: 100 },
  { key: 'median_rank', title: 'Median rank', kind: 'decimal', width: 110 },
  { key: 'present', title: 'Genes in both', kind: 'number', width: 110 },
  { key: 'members', title: 'Genes', kind: 'number', width: 80 },
  ...STATISTIC_COLUMNS,
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 120 },
];

function StateOfRun({ run }: { run: Run }) {
  const { done, total } = run;
  return (
    <RunState
      run={run}
      cancel={cancelPreservationRun}
      noun="test"
      label="Random sets done"
      percent={total === 0 ? 0 : (100 * done) / total}
      doing={total === 0 ? null : `${formatCount(done)} of ${countOf(total, 'random set')} done`}
    />
  );
}

/** State, plot and table of a run. */
export function RunResult({ run }: { run: Run }) {
  const rows = useMemo(() => toRunRows(run), [run]);
  const withSummary = useMemo(
    () => rows.flatMap((row) => (row.summary === null ? [] : [{ ...row, summary: row.summary }])),
    [rows],
  );
  const fileName = `preservation_${run.network.omicon_id}_in_OM.DS.${run.data_set.id}`;
  return (
    <Stack gap="lg">
      <StateOfRun run={run} />
      {withSummary.length > 0 && (
        <SizePlot
          rows={withSummary}
          name={fileName}
          actions={
            // The lines match features by name, not by orthologues.
            run.organisms === null && (
              <PreservationCode
                path={getPreservationRun.path.replace(':id', String(run.id))}
                isRun
                definition={run.definition}
                module={run.modules[0]?.module.id ?? 0}
                tested={run.data_set}
              />
            )
          }
        />
      )}
      {rows.length > 0 && (
        <DataGrid
          name={fileName}
          caption="Modules"
          columns={COLUMNS}
          chosenAction={collectRecords}
          rows={rows}
          rowKey={({ omicon_id }) => omicon_id}
        />
      )}
      {rows.length === 0 && run.state === 'done' && (
        <EmptyState title="No modules">This network has no modules.</EmptyState>
      )}
      {run.common_features !== null && (
        <Text size="xs" c="dimmed" maw="72ch">
          {countOf(run.common_features, 'feature')} are in both data sets. P: (1 + random sets at or above the
          module) / (1 + {formatCount(run.random_sets)}). Z summary: mean of the median Z of density and of
          connectivity. Median rank: mean of the median ranks of both, 1 for the best preserved module; it
          depends less on size. Modules with fewer than {MIN_PRESERVED_FEATURES} genes in both are not tested.
          {run.organisms === null
            ? ''
            : ` ${describeOrganisms(run.organisms)} Only one-to-one orthologues count.`}
        </Text>
      )}
    </Stack>
  );
}
