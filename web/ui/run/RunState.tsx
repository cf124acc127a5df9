/** How far a run in the background is, and how it ended. */
import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import type { detailReply, EndpointSpec, idParams } from '@omicon/contract/base/endpoint.ts';
import type { RunState as State } from '@omicon/contract/base/run.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { SecondaryButton } from '../form/SecondaryButton.tsx';
import { formatDuration } from '../text/format.ts';

interface CancelRunProps {
  run: { id: number; is_own: boolean };
  /** the call that cancels it; those of its family are refetched then */
  cancel: EndpointSpec & { params: typeof idParams; reply: typeof detailReply };
}

/** A button for the person of a run. */
export function CancelRun({ run: { id, is_own }, cancel }: CancelRunProps) {
  const { isPending, mutate } = useChange(cancel, { refreshes: [cancel] });
  if (!is_own) return null;
  return (
    <SecondaryButton loading={isPending} onClick={() => mutate({ params: { id } })}>
      Cancel
    </SecondaryButton>
  );
}

interface RunStateProps extends CancelRunProps {
  run: CancelRunProps['run'] & { state: State; seconds_left: number | null; message: string | null };
  /** test or run, for sentences */
  noun: string;
  /** what is done, for assistive technology */
  label: string;
  /** 0 to 100 */
  percent: number;
  /** what it does now, without the time left; null before it begins */
  doing: string | null;
  /** when its person is notified */
  until?: string;
}

/** Progress of a run with its time left, or why there is no result; nothing for one that is done. */
export function RunState({ run, cancel, noun, ...progress }: RunStateProps) {
  const { label, percent, doing, until = 'it’s done' } = progress;
  const { state, seconds_left, message } = run;
  if (state === 'done') return null;
  if (state === 'failed')
    return (
      <Alert color="red" role="alert" title={`This ${noun} has failed`}>
        {message}
      </Alert>
    );
  if (state === 'cancelled')
    return (
      <Alert color="orange" role="note">
        This {noun} was cancelled.
      </Alert>
    );
  const left = seconds_left === null ? '' : `, about ${formatDuration(seconds_left)} left`;
  return (
    <Stack gap={6} maw={560}>
      <Progress value={percent} aria-label={label} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {doing === null
            ? 'Waiting for its turn.'
            : `${doing.slice(0, 1).toUpperCase()}${doing.slice(1)}${left === '' ? '…' : `${left}.`}`}{' '}
          We’ll notify you when {until}.
        </Text>
        <CancelRun run={run} cancel={cancel} />
      </Group>
    </Stack>
  );
}
