import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { formatDuration } from '../../ui/text/format.ts';
import type { SendState } from './use-send-upload.ts';

interface SendProgressProps {
  state: SendState;
  onPause(): void;
  onResume(): void;
  onCancel(): void;
}

function progressText({ phase, file, sentBytes, bytesPerSecond }: SendState): string {
  const sent = `${formatSize(sentBytes)} of ${formatSize(file.size)}`;
  if (phase === 'paused') return `${sent}, paused`;
  if (phase === 'joining') return 'Upload complete. Checking the file…';
  if (bytesPerSecond === null || bytesPerSecond <= 0) return sent;
  const left = formatDuration((file.size - sentBytes) / bytesPerSecond);
  return `${sent}, ${formatSize(Math.round(bytesPerSecond))}/s, ${left} left`;
}

/** Progress of an upload. */
export function SendProgress({ state, onPause, onResume, onCancel }: SendProgressProps) {
  const share = state.file.size === 0 ? 100 : (state.sentBytes / state.file.size) * 100;
  return (
    <Stack maw={560} gap="sm">
      <Text fw={500}>{state.file.name}</Text>
      <Progress value={share} aria-label="Part of the archive that is sent" transitionDuration={150} />
      <Text size="sm" c="dimmed" className="tabular">
        {progressText(state)}
      </Text>
      {state.phase === 'failed' && (
        <>
          <Text>Some error has occured while uploading. Please try again</Text>
          <ErrorPanel error={state.error} />
        </>
      )}
      <Group gap="sm">
        {state.phase === 'sending' && (
          <Button variant="default" onClick={onPause}>
            Pause
          </Button>
        )}
        {(state.phase === 'paused' || state.phase === 'failed') && <Button onClick={onResume}>Resume</Button>}
        {state.phase !== 'joining' && (
          <Button variant="subtle" color="red" onClick={onCancel}>
            Cancel upload
          </Button>
        )}
      </Group>
    </Stack>
  );
}
