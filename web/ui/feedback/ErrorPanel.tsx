import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CallError, describeError, isWorthRetrying } from '../../base/calls/call-error.ts';
import { SecondaryButton } from '../form/SecondaryButton.tsx';
import { CopyText } from '../text/CopyText.tsx';

/**
 * A failure in place of the content: the message, the request number to quote when asking for help, and Retry where
 * that can help.
 */
export function ErrorPanel({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}) {
  const requestId = error instanceof CallError ? error.request_id : null;
  return (
    <Alert
      color="red"
      variant="light"
      title={title}
      icon={<IconAlertTriangle aria-hidden="true" />}
      role="alert"
    >
      <Text>{describeError(error)}</Text>
      <Group mt="sm" gap="md">
        {onRetry !== undefined && isWorthRetrying(error) && (
          <SecondaryButton onClick={onRetry}>Retry</SecondaryButton>
        )}
        {requestId !== null && (
          <CopyText
            text={requestId}
            label="Copy the request number"
            confirmation="The request number has been copied"
          />
        )}
      </Group>
    </Alert>
  );
}
