import { Text } from '@mantine/core';
import { DATA_SETS, dataSetAddress } from '@omicon/contract/addresses.ts';
import { getPipelineRun } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { KINDS } from '../../areas/pipeline/pipeline-text.ts';
import { RunView } from '../../areas/pipeline/RunView.tsx';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RunPage } from '../../record-page/RunPage.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { WATCHED_RUN } from '../../ui/run/run-calls.ts';

/** `/home/pipeline/:id`: a run of the pipeline on a data set. */
export function PipelineRun() {
  const params = usePathParts('/home/pipeline/$id');
  return (
    <RunPage
      reply={useEndpoint(getPipelineRun, { params: { id: Number(params.id) } }, WATCHED_RUN)}
      kind="Run"
      list={{ title: 'Data sets', href: DATA_SETS }}
      placeOf={({ kind, data_set: { id, title } }) => ({
        record: { title, href: dataSetAddress(id, 'pipeline') },
        here: KINDS[kind],
        title: KINDS[kind],
      })}
    >
      {(run) => (
        <>
          <Text size="sm" mb="md">
            On{' '}
            <AddressLink href={dataSetAddress(run.data_set.id, 'pipeline')} underline="always">
              {run.data_set.title}
            </AddressLink>
          </Text>
          <RunView run={run} />
        </>
      )}
    </RunPage>
  );
}
