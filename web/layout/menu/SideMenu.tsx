import {
  ADD_ANALYSIS,
  ADD_COLLECTION,
  ALL_FILES,
  ANALYSES,
  analysisAddress,
  BASKETS,
  COMMENT_LOG,
  DATA_COLLECTIONS,
  DATA_SETS,
  DOWNLOAD_LOG,
  dataCollectionAddress,
  EXPLORE,
  RECENT_FILES,
  RESOURCES,
  SEARCH_LOG,
  STARRED,
} from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import { listRecentAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { listRecentDataCollections } from '@omicon/contract/areas/collections.ts';
import { holdsAnyOf } from '@omicon/domain/permissions/permissions.ts';
import {
  IconBasket,
  IconBook2,
  IconChartDots3,
  IconDatabase,
  IconDna,
  IconDownload,
  IconFiles,
  IconHistory,
  IconListSearch,
  IconMessages,
  IconStar,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { ADMIN_ENTRIES } from './admin-entries.ts';
import { MenuGroup, MenuLink } from './MenuGroup.tsx';
import { RecentList } from './RecentList.tsx';

function DataGroup({ isFolded }: { isFolded: boolean }) {
  const { permissions, hasPermission } = useSession();
  const [search, setSearch] = useState('');
  const recent = useEndpoint(
    listRecentDataCollections,
    { query: { search } },
    { placeholderData: keepPreviousData, enabled: !isFolded && hasPermission('COLLECTION_LIST_VIEW') },
  );
  return (
    <MenuGroup
      title="Data"
      icon={IconDatabase}
      href={DATA_COLLECTIONS}
      isFolded={isFolded}
      add={hasPermission('COLLECTION_CREATE') ? { href: ADD_COLLECTION, label: 'Add data collection' } : null}
    >
      {holdsAnyOf(permissions, 'COLLECTION') && <MenuLink href={DATA_COLLECTIONS}>Data collections</MenuLink>}
      {holdsAnyOf(permissions, 'DATA_SET') && <MenuLink href={DATA_SETS}>Data sets</MenuLink>}
      <RecentList
        label="Search data collections"
        items={recent.data?.results}
        hrefOf={dataCollectionAddress}
        onSearch={setSearch}
      />
    </MenuGroup>
  );
}

function AnalysesGroup({ isFolded }: { isFolded: boolean }) {
  const { hasPermission } = useSession();
  const [search, setSearch] = useState('');
  const recent = useEndpoint(
    listRecentAnalyses,
    { query: { search } },
    { placeholderData: keepPreviousData, enabled: !isFolded && hasPermission('PROJECT_LIST_VIEW') },
  );
  return (
    <MenuGroup
      title="Analyses"
      icon={IconChartDots3}
      href={ANALYSES}
      isFolded={isFolded}
      add={hasPermission('PROJECT_CREATE') ? { href: ADD_ANALYSIS, label: 'Add analysis' } : null}
    >
      <MenuLink href={ANALYSES}>All analyses</MenuLink>
      <RecentList
        label="Search analyses"
        items={recent.data?.results}
        hrefOf={analysisAddress}
        onSearch={setSearch}
      />
    </MenuGroup>
  );
}

/** The groups of the side menu for which the person has any permission. */
export function SideMenu({ isFolded }: { isFolded: boolean }) {
  const { permissions, hasPermission } = useSession();
  const mayFiles = holdsAnyOf(permissions, 'FILE');
  const mayData = holdsAnyOf(permissions, 'COLLECTION') || holdsAnyOf(permissions, 'DATA_SET');
  return (
    <nav aria-label="Side menu">
      {mayFiles && (
        <MenuLink href={RECENT_FILES} icon={IconHistory} isFolded={isFolded}>
          Recent files
        </MenuLink>
      )}
      {mayFiles && (
        <MenuLink href={ALL_FILES} icon={IconFiles} isFolded={isFolded}>
          All files
        </MenuLink>
      )}
      {mayData && <DataGroup isFolded={isFolded} />}
      {holdsAnyOf(permissions, 'PROJECT') && <AnalysesGroup isFolded={isFolded} />}
      {holdsAnyOf(permissions, 'RESOURCE') && (
        <MenuLink href={RESOURCES} icon={IconBook2} isFolded={isFolded}>
          Resources
        </MenuLink>
      )}
      {hasPermission(SEARCH_ACCESS) && (
        <MenuLink href={EXPLORE} icon={IconDna} isFolded={isFolded}>
          Explore genes
        </MenuLink>
      )}
      {hasPermission('STARRED_CREATE') && (
        <MenuLink href={STARRED} icon={IconStar} isFolded={isFolded}>
          Starred
        </MenuLink>
      )}
      {hasPermission('SEARCH_QUERY_CREATE') && (
        <MenuLink href={BASKETS} icon={IconBasket} isFolded={isFolded}>
          Baskets
        </MenuLink>
      )}
      {hasPermission(SEARCH_ACCESS) && (
        <MenuLink href={SEARCH_LOG} icon={IconListSearch} isFolded={isFolded}>
          Search Notifications
        </MenuLink>
      )}
      {hasPermission('NOTIFICATION_DOWNLOADS_VIEW') && (
        <MenuLink href={DOWNLOAD_LOG} icon={IconDownload} isFolded={isFolded}>
          Downloads
        </MenuLink>
      )}
      {hasPermission('NOTIFICATION_COMMENTS_VIEW') && (
        <MenuLink href={COMMENT_LOG} icon={IconMessages} isFolded={isFolded}>
          Comments
        </MenuLink>
      )}
      {ADMIN_ENTRIES.filter(({ isInMenu, permission }) => isInMenu && hasPermission(permission)).map(
        ({ title, href, icon }) => (
          <MenuLink key={href} href={href} icon={icon} isFolded={isFolded}>
            {title}
          </MenuLink>
        ),
      )}
    </nav>
  );
}
