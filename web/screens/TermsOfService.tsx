import { useGetTerms } from '../areas/terms/calls.ts';
import { TermsText } from '../areas/terms/TermsText.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Waiting } from '../ui/Waiting.tsx';

export function TermsOfService() {
  const terms = useGetTerms();
  return (
    <>
      <PageTitle title="Terms Of Service" />
      {terms.isPending && <Waiting what="the terms" />}
      {terms.isError && <ErrorPanel error={terms.error} onRetry={() => void terms.refetch()} />}
      {terms.data && <TermsText terms={terms.data} />}
    </>
  );
}
