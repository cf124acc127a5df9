import { Text } from '@mantine/core';
import { metaModuleAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { getMetaModuleOfModule } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { countOf, formatCount } from '../../../ui/text/format.ts';

/** The meta-module of a module, or how often its signal recurs within its data set; nothing of one that does not recur. */
export function ModuleSignal({
  module: { id, omicon_id },
}: {
  module: Pick<ModuleRecord, 'id' | 'omicon_id'>;
}) {
  const { hasPermission } = useSession();
  const enabled = hasPermission(getMetaModuleOfModule.permission);
  const { data } = useEndpoint(getMetaModuleOfModule, { params: { id } }, { enabled });
  const { meta_module = null, recurring = null } = data ?? {};
  if (meta_module !== null) {
    const { name, found, findable } = meta_module;
    return (
      <Text size="sm" c="dimmed">
        Part of{' '}
        <AddressLink href={metaModuleAddress(meta_module.omicon_id)} size="sm" underline="always">
          {name} ({meta_module.omicon_id})
        </AddressLink>
        , found in {formatCount(found)} of {countOf(findable, 'cohort')}.
      </Text>
    );
  }
  if (recurring === null || recurring < 2) return null;
  return (
    <Text size="sm" c="dimmed">
      The same signal is found by{' '}
      <AddressLink href={moduleAddress(omicon_id, 'elsewhere')} size="sm" underline="always">
        {countOf(recurring, 'module')}
      </AddressLink>{' '}
      of this data set.
    </Text>
  );
}
