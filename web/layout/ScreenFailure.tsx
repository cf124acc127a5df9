import { Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx';

/** Shown in place of a screen that failed to render. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Container size="sm" py="xl">
      <ErrorPanel
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Container>
  );
}
