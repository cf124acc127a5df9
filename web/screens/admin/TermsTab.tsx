import { Stack } from '@mantine/core';
import { useGetTerms } from '../../areas/terms/calls.ts';
import { TermsEditor } from '../../areas/terms/TermsEditor.tsx';
import { TermsVersions } from '../../areas/terms/TermsVersions.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';

/** Versions of the terms, and the draft of the next one. */
export function TermsTab() {
  const terms = useGetTerms();
  return (
    <Stack gap="xl">
      <TermsVersions />
      {!terms.isSuccess && <NotLoaded reply={terms} what="the terms" />}
      {terms.data && <TermsEditor key={terms.data.version} inForce={terms.data} />}
    </Stack>
  );
}
