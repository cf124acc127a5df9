import { Alert } from '@mantine/core';

/** Shown above a thread when the requested comment is not in it. */
export function GoneComment() {
  return (
    <Alert color="orange" variant="light" role="alert" mb="sm">
      The comment you were led to is gone, or is not for you to read.
    </Alert>
  );
}
