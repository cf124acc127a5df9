import { Alert, Checkbox, Divider, Stack, Text, Title } from '@mantine/core';
import { pipelineRunAddress } from '@omicon/contract/addresses.ts';
import {
  getPipelineOptions,
  listPipelineRuns,
  type PipelineRun,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { useState } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { RunGrid } from '../../ui/run/RunGrid.tsx';
import { WATCHED_RUNS } from '../../ui/run/run-calls.ts';
import { countOf } from '../../ui/text/format.ts';
import { ModuleSearchForm } from './ModuleSearchForm.tsx';
import { PreparationForm } from './PreparationForm.tsx';
import { KINDS, type PipelineOptions, settingsOf } from './pipeline-text.ts';

const BY_KIND = {
  key: 'kind',
  title: 'Run',
  width: 200,
  nameOf: ({ kind }: PipelineRun) => KINDS[kind],
};

const SETTINGS: readonly Column<PipelineRun>[] = [
  { key: 'settings', title: 'Settings', width: 520, isSortable: false, value: settingsOf },
];

function Runs({ id }: { id: number }) {
  const { query, pagingOf } = useAddressGrid(listPipelineRuns.query);
  const list = useEndpoint(listPipelineRuns, { params: { id }, query }, WATCHED_RUNS);
  return (
    <RunGrid
      name="pipeline-runs"
      columns={SETTINGS}
      caption="Your runs on this data set"
      named={BY_KIND}
      addressOf={pipelineRunAddress}
      list={list}
      pagingOf={pagingOf}
      emptyHint="Start one above. Runs are kept for thirty days, what they made stays."
    />
  );
}

function Forms({ id, options }: { id: number; options: PipelineOptions }) {
  const [isAllowed, setAllowed] = useState(false);
  if (options.refusal !== null)
    return (
      <Alert color="orange" role="note" title="These values cannot be used">
        {options.refusal}
      </Alert>
    );
  const isStopped = options.looks_like_counts && !isAllowed;
  return (
    <Stack gap="lg">
      {options.looks_like_counts && (
        <Alert color="orange" role="note" title="These values look like raw counts">
          <Text size="sm" mb="xs">
            All of them are whole numbers, some above 1,000. Log-transform them first: large values would
            decide everything.
          </Text>
          <Checkbox
            size="xs"
            label="Use them as they are"
            checked={isAllowed}
            onChange={(event) => setAllowed(event.currentTarget.checked)}
          />
        </Alert>
      )}
      {options.incomplete_features > 0 && (
        <Text size="sm" c="dimmed">
          {countOf(options.incomplete_features, 'feature')} with missing values will not be used.
        </Text>
      )}
      {!isStopped && (
        <>
          <PreparationForm id={id} options={options} allow_counts={isAllowed} />
          <Divider />
          <ModuleSearchForm id={id} options={options} allow_counts={isAllowed} />
          <Divider />
        </>
      )}
    </Stack>
  );
}

/** Runs of the pipeline on a data set: starts one, and lists those of the person. */
export function PipelineTab({ id }: { id: number }) {
  const options = useEndpoint(getPipelineOptions, { params: { id } });
  return (
    <Stack gap="lg">
      <Title order={2}>Pipeline</Title>
      {options.isError && <ErrorPanel error={options.error} onRetry={() => void options.refetch()} />}
      {options.isPending && <Waiting what="the sample network" />}
      {options.data && <Forms id={id} options={options.data} />}
      <Runs id={id} />
    </Stack>
  );
}
