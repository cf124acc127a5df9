import { getPreferences } from '@omicon/contract/areas/people/preferences.ts';
import { z } from 'zod';
import { PreferenceForm } from '../../areas/preferences/PreferenceForm.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { TermsTab } from './TermsTab.tsx';

const shape = z.object({ tab: z.enum(['portal', 'terms']).catch('portal') });

const TABS = [
  { name: 'portal', title: 'Portal' },
  { name: 'terms', title: 'Terms of service' },
] as const;

function PortalTab() {
  const preferences = useEndpoint(getPreferences, {});
  if (!preferences.isSuccess) return <NotLoaded reply={preferences} what="the preferences" />;
  return <PreferenceForm stored={preferences.data} />;
}

/** `/home/admin/preferences`: texts of the portal, access, and terms. */
export function PreferencesPage() {
  const { query } = useAddressQuery(shape);
  return (
    <OnlyWith
      access="PREFERENCES_EDIT"
      title="Preferences"
      refusal="You cannot see this page"
      hint="Only administrators can change preferences."
    >
      <PageTitle title="Preferences" />
      <TabLinks label="Preferences" tabs={TABS} chosen={query.tab} />
      <TabPanel>{query.tab === 'terms' ? <TermsTab /> : <PortalTab />}</TabPanel>
    </OnlyWith>
  );
}
