import { analysisAddress, dataCollectionAddress } from '@omicon/contract/addresses.ts';
import { listRecentAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { listRecentDataCollections } from '@omicon/contract/areas/collections.ts';
import { menuName, NAMED_SCREENS, type NamedScreen } from '@omicon/routes/named-screens.ts';
import {
  type Icon,
  IconArrowsDiff,
  IconBasket,
  IconBook2,
  IconChartDots3,
  IconCompass,
  IconDatabase,
  IconDna,
  IconDownload,
  IconFiles,
  IconFilterSearch,
  IconGridDots,
  IconHome,
  IconListSearch,
  IconMessages,
  IconStack2,
  IconStar,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { ADMIN_ENTRIES } from './admin-entries.ts';
import { MenuGroup, MenuLink } from './MenuGroup.tsx';
import { RecentList } from './RecentList.tsx';

const { addAnalysis, addCollection, analyses, dataCollections, dataSets, explore } = NAMED_SCREENS;

/** The list of the Explore group, in order. */
const EXPLORING: readonly { screen: NamedScreen; icon: Icon }[] = [
  { screen: NAMED_SCREENS.atlas, icon: IconGridDots },
  { screen: explore, icon: IconDna },
  { screen: NAMED_SCREENS.compareLists, icon: IconArrowsDiff },
  { screen: NAMED_SCREENS.consensus, icon: IconStack2 },
  { screen: NAMED_SCREENS.baskets, icon: IconBasket },
  { screen: NAMED_SCREENS.advancedSearch, icon: IconFilterSearch },
];

interface ScreenLinkProps {
  screen: NamedScreen;
  icon?: Icon;
  isFolded?: boolean;
}

/** A link to a screen, for people who may open it. */
function ScreenLink({ screen, ...rest }: ScreenLinkProps) {
  const { hasPermission } = useSession();
  if (!hasPermission(screen.access)) return null;
  return (
    <MenuLink href={screen.href} {...rest}>
      {menuName(screen)}
    </MenuLink>
  );
}

/** What a group's folder icon opens, for people who may. */
function useAddLink({ access, href, title }: NamedScreen) {
  const { hasPermission } = useSession();
  return hasPermission(access) ? { href, label: title } : null;
}

function ExploreGroup({ isFolded }: { isFolded: boolean }) {
  const { hasPermission } = useSession();
  if (isFolded)
    return EXPLORING.map(({ screen, icon }) => (
      <ScreenLink key={screen.href} screen={screen} icon={icon} isFolded />
    ));
  if (!EXPLORING.some(({ screen }) => hasPermission(screen.access))) return null;
  return (
    <MenuGroup title="Explore" icon={IconCompass} href={explore.href} isFolded={false} add={null}>
      {EXPLORING.map(({ screen }) => (
        <ScreenLink key={screen.href} screen={screen} />
      ))}
    </MenuGroup>
  );
}

function DataGroup({ isFolded }: { isFolded: boolean }) {
  const { hasPermission } = useSession();
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
      href={dataCollections.href}
      isFolded={isFolded}
      add={useAddLink(addCollection)}
    >
      <ScreenLink screen={dataCollections} />
      <ScreenLink screen={dataSets} />
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
      href={analyses.href}
      isFolded={isFolded}
      add={useAddLink(addAnalysis)}
    >
      <ScreenLink screen={analyses} />
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
  const { hasPermission } = useSession();
  const mayData = hasPermission(dataCollections.access) || hasPermission(dataSets.access);
  return (
    <nav aria-label="Side menu">
      <ScreenLink screen={NAMED_SCREENS.home} icon={IconHome} isFolded={isFolded} />
      <ScreenLink screen={NAMED_SCREENS.allFiles} icon={IconFiles} isFolded={isFolded} />
      <ExploreGroup isFolded={isFolded} />
      {mayData && <DataGroup isFolded={isFolded} />}
      {hasPermission(analyses.access) && <AnalysesGroup isFolded={isFolded} />}
      <ScreenLink screen={NAMED_SCREENS.resources} icon={IconBook2} isFolded={isFolded} />
      <ScreenLink screen={NAMED_SCREENS.starred} icon={IconStar} isFolded={isFolded} />
      <ScreenLink screen={NAMED_SCREENS.searchLog} icon={IconListSearch} isFolded={isFolded} />
      <ScreenLink screen={NAMED_SCREENS.downloadLog} icon={IconDownload} isFolded={isFolded} />
      <ScreenLink screen={NAMED_SCREENS.commentLog} icon={IconMessages} isFolded={isFolded} />
      {ADMIN_ENTRIES.filter(({ isInMenu }) => isInMenu).map(({ icon, ...screen }) => (
        <ScreenLink key={screen.href} screen={screen} icon={icon} isFolded={isFolded} />
      ))}
    </nav>
  );
}
