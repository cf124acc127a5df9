import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';

/** Shown for a file that its viewer cannot read: the reason, and Retry where that can help. */
export function CannotShow({ why, onRetry }: { why: string; onRetry?: (() => void) | undefined }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden="true" />} role="alert">
      <Text>{why} Please download to view the file.</Text>
      {onRetry !== undefined && (
        <SecondaryButton mt="sm" onClick={onRetry}>
          Retry
        </SecondaryButton>
      )}
    </Alert>
  );
}
