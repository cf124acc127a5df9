import { Group, List, Stack, Text, Title } from '@mantine/core';
import { analysisAddress, dataSetAddress, networkAddress } from '@omicon/contract/addresses.ts';
import { cancelPipelineRun } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { CancelRun, RunState } from '../../ui/run/RunState.tsx';
import { GridChoice } from './GridChoice.tsx';
import { type Run, settingsOf } from './pipeline-text.ts';

function StateOfRun({ run }: { run: Run }) {
  const { state, kind, cells } = run;
  if (state === 'choosing')
    return (
      <Group justify="space-between">
        <Text size="sm" role="status">
          Nothing is stored yet. {run.is_own ? 'Choose the networks to store.' : 'Its owner has to choose.'}
        </Text>
        <CancelRun run={run} cancel={cancelPipelineRun} />
      </Group>
    );
  return (
    <RunState
      run={{ ...run, state }}
      cancel={cancelPipelineRun}
      noun="run"
      label="Done of this step"
      percent={100 * run.done}
      doing={run.step}
      until={kind === 'modules' && cells.length === 0 ? 'you can choose networks' : 'it’s done'}
    />
  );
}

/** What to do with the last record of a run: modules are found in a data set, and looked at in an analysis. */
function NextStep({ kind, id, network }: Run['made'][number]) {
  if (kind === 'data set')
    return (
      <ButtonLink size="xs" href={dataSetAddress(id, 'pipeline')}>
        Find modules
      </ButtonLink>
    );
  return (
    <ButtonLink
      size="xs"
      href={network === null ? analysisAddress(id, 'networks') : networkAddress(id, network)}
    >
      See the modules
    </ButtonLink>
  );
}

function Made({ made }: Pick<Run, 'made'>) {
  const last = made.at(-1);
  if (last === undefined) return null;
  return (
    <Stack gap={4} align="flex-start">
      <Title order={3}>Results</Title>
      <List size="sm">
        {made.map(({ kind, id, title, omicon_id }) => (
          <List.Item key={omicon_id}>
            <AddressLink
              href={kind === 'data set' ? dataSetAddress(id) : analysisAddress(id)}
              underline="always"
            >
              {title}
            </AddressLink>{' '}
            <Text span size="xs" c="dimmed">
              {omicon_id}
            </Text>
          </List.Item>
        ))}
      </List>
      <NextStep {...last} />
    </Stack>
  );
}

/** State, grid, results and remarks of a run. */
export function RunView({ run }: { run: Run }) {
  const settings = settingsOf(run);
  return (
    <Stack gap="lg">
      <StateOfRun run={run} />
      {settings !== '' && <Text size="sm">Settings: {settings}.</Text>}
      <Made made={run.made} />
      {run.cells.length > 0 && <GridChoice run={run} />}
      {run.remarks.length > 0 && (
        <Stack gap={4}>
          <Title order={3}>Remarks</Title>
          <List size="sm">
            {run.remarks.map((remark) => (
              <List.Item key={remark}>{remark}</List.Item>
            ))}
          </List>
        </Stack>
      )}
    </Stack>
  );
}
