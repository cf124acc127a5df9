import { Text } from '@mantine/core';
import { ANALYSES, dataSetAddress, networkAddress } from '@omicon/contract/addresses.ts';
import { getPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import { RunResult } from '../../areas/matching/runs/RunResult.tsx';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RunPage } from '../../record-page/RunPage.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { WATCHED_RUN } from '../../ui/run/run-calls.ts';
import { countOf } from '../../ui/text/format.ts';

/** `/home/preservation/:id`: all modules of a network, tested in another data set. */
export function PreservationRun() {
  const params = usePathParts('/home/preservation/$id');
  return (
    <RunPage
      reply={useEndpoint(getPreservationRun, { params: { id: Number(params.id) } }, WATCHED_RUN)}
      kind="Test"
      list={{ title: 'Analyses', href: ANALYSES }}
      placeOf={({ network: { analysis_id, id, name, data_set } }) => ({
        record: { title: name, href: networkAddress(analysis_id, id, null, 'preservation') },
        here: 'Preservation',
        title: `Modules of ${data_set}`,
      })}
    >
      {(run) => (
        <>
          <Text size="sm" mb="md">
            Tested in{' '}
            <AddressLink href={dataSetAddress(run.data_set.id)} underline="always">
              {run.data_set.title}
            </AddressLink>
            , members by {DEFINITION_NAMES[run.definition].title}, {countOf(run.random_sets, 'random set')}{' '}
            each.
          </Text>
          <RunResult run={run} />
        </>
      )}
    </RunPage>
  );
}
