import { Alert } from '@mantine/core';
import { CallError } from '../base/calls/call-error.ts';
import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx';
import { AddressLink } from '../ui/navigation/AddressLink.tsx';

interface AbsentFileProps {
  /** name of the file in the listed folder, null in lists of several records */
  name: string | null;
  /** why the file could not be read; null if it is not in its folder */
  failure: { error: unknown; onRetry(): void } | null;
  /** target of the link below the message */
  way: { title: string; href: string };
}

/** Shown when the file in the address does not exist, or the person may not read it. */
export function AbsentFile({ name, failure, way }: AbsentFileProps) {
  const isUnknown =
    failure === null || (failure.error instanceof CallError && [400, 404].includes(failure.error.status));
  if (!isUnknown) return <ErrorPanel error={failure.error} onRetry={failure.onRetry} />;
  return (
    <Alert color="orange" variant="light" role="alert" mb="md">
      {name === null
        ? 'No file you can read has this address. It may have been deleted, or it is not shared with you. '
        : `This folder contains no file called ${name}. `}
      <AddressLink href={way.href} size="sm" style={{ fontWeight: 500 }}>
        {way.title}
      </AddressLink>
    </Alert>
  );
}
