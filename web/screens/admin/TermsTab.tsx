import { Stack } from '@mantine/core';
import { useGetTerms } from '../../areas/terms/calls.ts';
import { TermsEditor } from '../../areas/terms/TermsEditor.tsx';
import { TermsVersions } from '../../areas/terms/TermsVersions.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';

/** Versions of the terms, and the draft of the next one. */
export function TermsTab() {
  const terms = useGetTerms();
  return (
    <Stack gap="xl">
      <TermsVersions />
      {terms.isPending && <Waiting what="the terms" />}
      {terms.isError && <ErrorPanel error={terms.error} onRetry={() => void terms.refetch()} />}
      {terms.data && <TermsEditor key={terms.data.version} inForce={terms.data} />}
    </Stack>
  );
}
