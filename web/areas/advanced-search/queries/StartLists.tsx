import { Title } from '@mantine/core';
import { useSession } from '../../../base/sign-in/session.ts';
import { TabLinks } from '../../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../../ui/navigation/TabPanel.tsx';
import { type Draft, wizardAddress } from '../query-address.ts';
import { RecentQueries, SampleQueries, SavedQueries } from './QueryLists.tsx';

const LISTS = ['samples', 'saved', 'recent'] as const;
const TITLES = { samples: 'Sample queries', saved: 'Saved', recent: 'Recent' } as const;

/** Queries to start from: samples of the laboratory, and the person's saved and recent ones. */
export function StartLists({ draft, tab }: { draft: Draft | null; tab: string }) {
  const { hasPermission } = useSession();
  const offered = LISTS.filter((name) => name !== 'saved' || hasPermission('SEARCH_QUERY_CREATE'));
  const chosen = offered.find((name) => name === tab) ?? 'samples';
  return (
    <section>
      <Title order={2} mt="xl" mb="xs">
        Or start from a query
      </Title>
      <TabLinks
        label="Queries to start from"
        chosen={chosen}
        tabs={offered.map((name) => ({
          name,
          title: TITLES[name],
          href: wizardAddress(draft, { step: 'result_type', tab: name }),
        }))}
      />
      <TabPanel>
        {chosen === 'samples' && <SampleQueries />}
        {chosen === 'saved' && <SavedQueries />}
        {chosen === 'recent' && <RecentQueries />}
      </TabPanel>
    </section>
  );
}
