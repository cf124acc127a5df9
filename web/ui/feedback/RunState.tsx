/** How far a run in the background is, and how it ended. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The button of those who may cancel a run. */
export function CancelRun({ isPending, onClick }: { isPending: boolean; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={onClick}>
      Cancel
    </Button>
  );
}

interface RunProgressProps {
  /** 0 to 100 */
  value: number;
  label: string;
  cancel: ReactNode;
  children: ReactNode;
}

/** Share of a run, a sentence about it, and the button that cancels it. */
export function RunProgress({ value, label, cancel, children }: RunProgressProps) {
  return (
    <Stack gap={6} maw={560}>
      <Progress value={value} aria-label={label} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {children}
        </Text>
        {cancel}
      </Group>
    </Stack>
  );
}

interface RunEndProps {
  state: 'failed' | 'cancelled';
  /** test or run, for the sentence */
  noun: string;
  message: string | null;
}

/** A run that ended without a result. */
export function RunEnd({ state, noun, message }: RunEndProps) {
  if (state === 'failed')
    return (
      <Alert color="red" role="alert" title={`This ${noun} has failed`}>
        {message}
      </Alert>
    );
  return (
    <Alert color="orange" role="note">
      This {noun} was cancelled.
    </Alert>
  );
}
