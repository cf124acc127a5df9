import { Stack } from '@mantine/core';
import { getPreferences } from '@omicon/contract/areas/people/preferences.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { PreferenceForm } from '../../areas/preferences/PreferenceForm.tsx';
import { useGetTerms } from '../../areas/terms/calls.ts';
import { TermsEditor } from '../../areas/terms/TermsEditor.tsx';
import { TermsVersions } from '../../areas/terms/TermsVersions.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';

/** Versions of the terms, and the draft of the next one. */
function TermsTab() {
  const terms = useGetTerms();
  return (
    <Stack gap="xl">
      <TermsVersions />
      {!terms.isSuccess && <NotLoaded reply={terms} what="the terms" />}
      {terms.data && <TermsEditor key={terms.data.version} inForce={terms.data} />}
    </Stack>
  );
}

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
      screen={NAMED_SCREENS.preferences}
      refusal="You cannot see this page"
      hint="Only administrators can change preferences."
    >
      <PageTitle title={NAMED_SCREENS.preferences.title} />
      <TabLinks label="Preferences" tabs={TABS} chosen={query.tab} />
      <TabPanel>{query.tab === 'terms' ? <TermsTab /> : <PortalTab />}</TabPanel>
    </OnlyWith>
  );
}
