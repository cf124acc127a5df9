import { Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { geneSetAddress } from '@omicon/contract/addresses.ts';
import {
  type DescribedTheme,
  getModuleTheme,
  isEnrichmentTested,
  type ModuleRecord,
  setModuleTheme,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { lazyForm } from '../../../ui/form/lazy-form.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { formatDate } from '../../../ui/text/format.ts';

const ThemeForm = lazyForm(async () => (await import('./ThemeForm.tsx')).ThemeForm);

/** Of a compact button, px. */
const LINE_HEIGHT = 22;

/** Where a theme is from. */
function describeSource({ theme, set, changes }: DescribedTheme, isTested: boolean) {
  const [last] = changes;
  if (last !== undefined && last.theme !== null)
    return `Theme given by ${last.by ?? 'a former member'}, ${formatDate(last.at)}.`;
  if (!isTested) return 'No theme: enrichment was not tested.';
  if (theme === null || set === null) return 'No theme: no gene set is enriched at P < 1e-6.';
  // Among its most enriched sets, one of a cell type comes first, and then a small one.
  return (
    <>
      Theme from <AddressLink href={geneSetAddress(set.omicon_id)}>{set.name}</AddressLink>, one of its most
      enriched gene sets.
    </>
  );
}

/** Where the theme of a module is from, and a button for those who may give a better one. */
export function ModuleTheme({ module }: { module: ModuleRecord }) {
  const { id, version } = module;
  const { hasPermission } = useSession();
  const reply = useEndpoint(getModuleTheme, { params: { id }, query: { version } });
  // The line keeps its place, so that nothing below jumps when it comes.
  if (!reply.isSuccess) return <Group mih={LINE_HEIGHT} />;
  const open = () => {
    const modalId = modals.open({
      title: 'Theme of the module',
      children: <ThemeForm id={id} described={reply.data} onClose={() => modals.close(modalId)} />,
    });
  };
  return (
    <Group gap="sm" mih={LINE_HEIGHT}>
      {/* Names of gene sets may be longer than a phone is wide. */}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {describeSource(reply.data, isEnrichmentTested(module))}
      </Text>
      {hasPermission(setModuleTheme.permission) && (
        <SecondaryButton size="compact-xs" onClick={open}>
          Change theme
        </SecondaryButton>
      )}
    </Group>
  );
}
