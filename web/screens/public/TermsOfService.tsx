import { Text } from '@mantine/core';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { useGetTerms } from '../../areas/terms/calls.ts';
import { TermsText } from '../../areas/terms/TermsText.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { formatLongDate } from '../../ui/text/format.ts';

/** `/home/termsofservice`: the terms in force, and when the person accepted them. */
export function TermsOfService() {
  const terms = useGetTerms();
  const acceptedAt = useSession().session?.me.tos_accepted_at ?? null;
  return (
    <>
      <PageTitle title={NAMED_SCREENS.terms.title} />
      {!terms.isSuccess && <NotLoaded reply={terms} what="the terms" />}
      {terms.data && <TermsText terms={terms.data} />}
      {terms.data !== undefined && acceptedAt !== null && (
        <Text mt="lg" size="sm" c="dimmed">
          You accepted these terms on <time dateTime={acceptedAt}>{formatLongDate(acceptedAt)}</time>.
        </Text>
      )}
    </>
  );
}
