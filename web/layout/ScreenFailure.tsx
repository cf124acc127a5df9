import { Container, Text } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Backoff } from '../base/calls/backoff.ts';
import { isWorthRetrying } from '../base/calls/call-error.ts';
import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx';

/** Of this page, as each try shows the failure anew. */
const backoff = new Backoff();

/** Shown in place of a screen that failed to render. What may succeed later is tried again by itself, more and more rarely. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isTriedAgain = isWorthRetrying(error);
  function retry(): void {
    reset();
    void router.invalidate();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` is a new function at each render
  useEffect(() => {
    if (!isTriedAgain) return;
    const timer = setTimeout(retry, backoff.next(performance.now()));
    return () => clearTimeout(timer);
  }, [error, isTriedAgain]);
  return (
    <Container size="sm" py="xl">
      <ErrorPanel error={error} onRetry={retry} />
      {isTriedAgain && (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          The page tries again by itself.
        </Text>
      )}
    </Container>
  );
}
