import { Alert } from '@mantine/core';

/** In place of, or above, the comments among which one was looked for that is not there. */
export function GoneComment() {
  return (
    <Alert color="orange" variant="light" role="alert" mb="sm">
      The comment you were led to is gone, or is not for you to read.
    </Alert>
  );
}
