import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { SearchLog } from '../../areas/notifications/SearchLog.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/notifications`: the person's finished background searches. */
export function SearchNotifications() {
  const { hasPermission } = useSession();
  return (
    <>
      <PageTitle title={NAMED_SCREENS.searchLog.title} />
      {hasPermission(SEARCH_ACCESS) ? (
        <SearchLog />
      ) : (
        <EmptyState title="You have no search log">Your role does not include searching.</EmptyState>
      )}
    </>
  );
}
