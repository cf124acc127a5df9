import { Alert } from '@mantine/core';

/** Shown above a thread when the requested comment is not in it. */
export function GoneComment() {
  return (
    <Alert color="orange" variant="light" role="alert" mb="sm">
      This comment has been deleted, or you cannot read it.
    </Alert>
  );
}
