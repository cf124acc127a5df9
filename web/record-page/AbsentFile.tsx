import { Alert } from '@mantine/core';
import { CallError } from '../base/calls/call-error.ts';
import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx';
import { AddressLink } from '../ui/navigation/AddressLink.tsx';

interface AbsentFileProps {
  /** of the file in the folder that is listed, null where files of several records stand together */
  name: string | null;
  /** why the file could not be read; null when its folder does not hold it */
  failure: { error: unknown; onRetry(): void } | null;
  /** what the link below the sentence leads to */
  way: { title: string; href: string };
}

/** In place of a file that an address opens and that is not there, or not for the person who asks. */
export function AbsentFile({ name, failure, way }: AbsentFileProps) {
  const isUnknown =
    failure === null || (failure.error instanceof CallError && [400, 404].includes(failure.error.status));
  if (!isUnknown) return <ErrorPanel error={failure.error} onRetry={failure.onRetry} />;
  return (
    <Alert color="orange" variant="light" role="alert" mb="md">
      {name === null
        ? 'No file you can read has this address. It may have been deleted, or it is not shared with you. '
        : `This folder holds no file called ${name}. `}
      <AddressLink href={way.href} size="sm" fw={500}>
        {way.title}
      </AddressLink>
    </Alert>
  );
}
