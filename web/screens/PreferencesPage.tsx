import { useGetPreferences } from '../areas/preferences/calls.ts';
import { PreferenceForm } from '../areas/preferences/PreferenceForm.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Waiting } from '../ui/Waiting.tsx';

/** `/home/admin/preferences`: how the portal presents itself and whom it admits. */
export function PreferencesPage() {
  const preferences = useGetPreferences();
  return (
    <>
      <PageTitle title="Preferences" />
      {preferences.isPending && <Waiting what="the preferences" />}
      {preferences.isError && (
        <ErrorPanel error={preferences.error} onRetry={() => void preferences.refetch()} />
      )}
      {preferences.data && <PreferenceForm stored={preferences.data} />}
    </>
  );
}
