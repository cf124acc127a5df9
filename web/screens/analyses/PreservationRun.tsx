import { Text } from '@mantine/core';
import { getPreservationRun } from '@omicon/contract/areas/preservation-runs.ts';
import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import { RunResult } from '../../areas/matching/runs/RunResult.tsx';
import { ANALYSES, dataSetAddress, networkAddress } from '../../base/addresses/addresses.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { pollWhile } from '../../base/calls/poll-while.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RecordFailure } from '../../record-page/RecordFailure.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { countOf } from '../../ui/text/format.ts';

/** `/home/preservation/:id`: all modules of a network, tested in another data set. */
export function PreservationRun() {
  const params = usePathParts('/home/preservation/$id');
  const id = Number(params.id);
  const reply = useEndpoint(
    getPreservationRun,
    { params: { id } },
    { refetchInterval: pollWhile(({ state }) => state === 'running') },
  );
  if (reply.isError)
    return (
      <RecordFailure
        kind="Test"
        list={{ title: 'Analyses', href: ANALYSES }}
        error={reply.error}
        onRetry={() => void reply.refetch()}
      />
    );
  if (reply.isPending) return <Waiting what="the test" />;
  const { network, data_set, definition, random_sets } = reply.data;
  const networkHref = networkAddress(network.analysis_id, network.id, null, 'preservation');
  return (
    <>
      <Trail
        steps={[
          { title: 'Analyses', href: ANALYSES },
          { title: network.name, href: networkHref },
        ]}
        here="Preservation"
      />
      <PageTitle title={`Modules of ${network.data_set}`} />
      <Text size="sm" mb="md">
        Tested in{' '}
        <AddressLink href={dataSetAddress(data_set.id)} underline="always">
          {data_set.title}
        </AddressLink>
        , members by {DEFINITION_NAMES[definition].title}, {countOf(random_sets, 'random set')} each.
      </Text>
      <RunResult run={reply.data} />
    </>
  );
}
