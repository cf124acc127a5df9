import { Text, Title } from '@mantine/core';
import { dataSetAddress } from '@omicon/contract/addresses.ts';
import type { MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { writeTable } from '../../../ui/files/write-table.ts';
import { type Column, tableOf } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { countOf, MISSING } from '../../../ui/text/format.ts';
import { NameText } from '../../../ui/text/NameText.tsx';
import classes from '../atlas.module.css';
import { ForestFrame } from '../forest/ForestFrame.tsx';
import { ratioScale } from '../forest/forest-layout.ts';
import {
  type HazardRow,
  hazardLine,
  hazardRows,
  type NoHazard,
  type Representative,
  reasonsOf,
  representativesOf,
  survivalByModule,
} from './hazard-rows.ts';

const COLUMNS: readonly Column<HazardRow>[] = [
  {
    key: 'data_set',
    title: 'Data set',
    width: 300,
    value: ({ dataSet }) => dataSet?.title ?? 'Combined',
    href: ({ dataSet }) => (dataSet === null ? null : dataSetAddress(dataSet.id)),
  },
  { key: 'n', title: 'Samples', kind: 'number', width: 90 },
  { key: 'events', title: 'Events', kind: 'number', width: 90 },
  { key: 'cohorts', title: 'Cohorts', kind: 'number', width: 90 },
  { key: 'hazard_ratio', title: 'Hazard ratio per SD', kind: 'decimal', width: 160 },
  { key: 'low', title: 'Lower 95 %', kind: 'decimal', width: 110 },
  { key: 'high', title: 'Upper 95 %', kind: 'decimal', width: 110 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
  { key: 'i_squared', title: 'I²', kind: 'decimal', width: 80 },
  {
    key: 'curves',
    title: 'Curves',
    width: 100,
    isSortable: false,
    value: ({ dataSet }) => (dataSet === null ? MISSING : 'Show'),
    href: ({ dataSet, module }) =>
      dataSet === null || module === null ? null : survivalByModule(dataSet.id, module),
  },
];

const CAPTION =
  'Hazard ratio per standard deviation of the eigengene of the module that represents the signal, with its 95 % interval (Cox model without other attributes). Squares: data sets, by number of samples. Diamond: combined by inverse variance over one data set of each cohort, that with the most events; I²: share of the differences between cohorts beyond chance.';

/** Data sets without a hazard ratio, with the reason. */
function WithoutRatio({ none }: { none: readonly NoHazard[] }) {
  if (none.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        Without a hazard ratio
      </Title>
      {reasonsOf(none).map(([reason, dataSets]) => (
        <div key={reason}>
          <Text size="xs" c="dimmed" mt={4}>
            {countOf(dataSets.length, 'data set')}: {reason}
          </Text>
          <ul className={classes.names}>
            {dataSets.map(({ id, title }) => (
              <li key={id}>
                <AddressLink href={dataSetAddress(id)} size="sm">
                  <NameText text={title} />
                </AddressLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Hazard ratios of all data sets, when each has replied. */
function useHazards(representatives: readonly Representative[]) {
  const replies = useQueries({
    queries: representatives.map(({ dataSet, module }) =>
      endpointQuery(getSurvival, {
        params: { id: dataSet.id },
        body: { by: { kind: 'module', id: module } },
      }),
    ),
  });
  const settled = replies.flatMap(({ data, error }) => data ?? error ?? []);
  return settled.length < replies.length ? null : hazardRows(representatives, settled);
}

function HazardFrame({ meta, rows }: { meta: MetaModuleDetail; rows: readonly HazardRow[] }) {
  const estimates = rows.map(({ hazard_ratio, low, high, n }) => ({ value: hazard_ratio, low, high, n }));
  const title = `Survival and ${meta.title}`;
  return (
    <ForestFrame
      title={title}
      fileName={`survival_${meta.omicon_id}`}
      caption={CAPTION}
      parts={[
        {
          title: 'Survival',
          axis: 'Hazard ratio per SD, above 1: higher risk where the signal is high',
          estimates,
        },
      ]}
      scale={ratioScale(estimates)}
      rows={rows.map(hazardLine)}
      write={() => writeTable(...tableOf(COLUMNS, rows), 'tsv')}
      table={
        <DataGrid
          name="meta-module-survival"
          caption={title}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ dataSet }) => String(dataSet?.id ?? 'combined')}
        />
      }
    />
  );
}

/** Whether samples with more of a signal live longer or shorter, in each data set that has it and over all cohorts. */
export function SurvivalTab({ meta }: { meta: MetaModuleDetail }) {
  const representatives = useMemo(() => representativesOf(meta), [meta]);
  const hazards = useHazards(representatives);
  if (hazards === null)
    return <Waiting what={`the survival of ${countOf(representatives.length, 'data set')}`} />;
  const { rows, none } = hazards;
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title="No survival data">
          No data set with this signal has a follow-up from which a hazard ratio can be estimated.
        </EmptyState>
      ) : (
        <HazardFrame meta={meta} rows={rows} />
      )}
      <WithoutRatio none={none} />
    </>
  );
}
