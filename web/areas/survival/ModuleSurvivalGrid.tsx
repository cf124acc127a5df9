import { Text } from '@mantine/core';
import { dataSetAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { listModuleSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { collectModules } from '../../actions/collect/collect-rows.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { moduleColumn } from '../../ui/grid/record-columns.ts';
import { VolcanoPlot } from '../../ui/plot/marks/VolcanoPlot.tsx';
import { countOf } from '../../ui/text/format.ts';
import { describeLeftOut } from './left-out.ts';
import { NoSurvival } from './NoSurvival.tsx';

type Row = ReplyOf<typeof listModuleSurvival>['results'][number];

function columnsOf(dataSet: number): Column<Row>[] {
  return [
    moduleColumn(220),
    { key: 'n', title: 'Samples', kind: 'number', width: 90 },
    { key: 'events', title: 'Events', kind: 'number', width: 90 },
    { key: 'hazard_ratio', title: 'Hazard ratio per SD', kind: 'decimal', width: 160 },
    { key: 'low', title: 'Lower 95 %', kind: 'decimal', width: 110 },
    { key: 'high', title: 'Upper 95 %', kind: 'decimal', width: 110 },
    { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
    { key: 'q_value', title: 'q', kind: 'p-value', width: 100 },
    { key: 'log_rank_p_value', title: 'P, log-rank of halves', kind: 'p-value', width: 170 },
    { key: 'zph_p_value', title: 'P, hazards proportional', kind: 'p-value', width: 180 },
    {
      key: 'curves',
      title: 'Curves',
      width: 100,
      isSortable: false,
      value: () => 'Show',
      href: (row) => `${dataSetAddress(dataSet, 'survival')}&by=module:${row.id}`,
    },
  ];
}

const NO_ROWS: readonly Row[] = [];

/** Hazard ratio of every module against its P. */
function HazardVolcano({ rows, about }: { rows: readonly Row[]; about: readonly string[] }) {
  const router = useRouter();
  const shown = useMemo(
    () => rows.filter(({ hazard_ratio, p_value }) => hazard_ratio !== null && p_value !== null),
    [rows],
  );
  const columns = useMemo(
    () => ({
      features: shown.map(({ name }) => name),
      difference: shown.map(({ hazard_ratio }) => Math.log2(hazard_ratio ?? 1)),
      p_value: shown.map(({ p_value }) => p_value ?? 1),
      q_value: shown.map(({ q_value }) => q_value ?? 1),
    }),
    [shown],
  );
  if (shown.length < 2) return null;
  return (
    <VolcanoPlot
      title="Hazard ratios of all modules"
      fileName="hazard-ratios"
      about={about}
      {...columns}
      what="module"
      label="log2 of the hazard ratio per SD"
      onOpen={(at) => router.history.push(moduleAddress(shown[at]?.omicon_id ?? ''))}
    />
  );
}

/** Cox models of survival on all modules of a network. */
export function ModuleSurvivalGrid({ networkId }: { networkId: number }) {
  const list = useEndpoint(listModuleSurvival, { params: { id: networkId }, query: {} });
  const { data } = list;
  if (data !== undefined && (data.data_set === null || data.time === null || data.event === null)) {
    return (
      <NoSurvival elsewhere={data.elsewhere}>
        {data.data_set === null
          ? 'The samples of this network are in a data set that you cannot read.'
          : 'These samples have no follow-up time or status.'}
      </NoSurvival>
    );
  }
  if (data?.events === 0)
    return (
      <EmptyState title="No events">
        No sample that can be used has an event{describeLeftOut(data.left_out)}.
      </EmptyState>
    );
  return (
    <>
      {data !== undefined && (data.left_out.length > 0 || data.event_convention !== null) && (
        <Text size="sm" c="dimmed" mb="sm">
          {countOf(data.n, 'sample')} with {countOf(data.events, 'event')}
          {describeLeftOut(data.left_out)}.{data.event_convention !== null && ` ${data.event_convention}.`}
        </Text>
      )}
      <HazardVolcano
        rows={data?.results ?? NO_ROWS}
        about={[data?.data_set?.title ?? '', 'Cox models, per standard deviation of the eigengene']}
      />
      <DataGrid
        name="module-survival"
        caption={
          data === undefined
            ? 'Survival by module eigengene'
            : `Survival by module eigengene, ${countOf(data.n, 'sample')} with ${countOf(data.events, 'event')}; q over the modules`
        }
        columns={columnsOf(data?.data_set?.id ?? 0)}
        chosenAction={collectModules}
        rows={data?.results.toSorted((a, b) => (a.p_value ?? 1) - (b.p_value ?? 1))}
        failure={failureOf(list)}
        rowKey={(row) => row.omicon_id}
        emptyHint="This network has no modules."
      />
    </>
  );
}
