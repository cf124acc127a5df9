import { Text } from '@mantine/core';
import { getPipelineRun } from '@omicon/contract/areas/pipeline-runs.ts';
import { KINDS } from '../../areas/pipeline/pipeline-text.ts';
import { RunView } from '../../areas/pipeline/RunView.tsx';
import { DATA_SETS, dataSetAddress } from '../../base/addresses/addresses.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { pollWhile } from '../../base/calls/poll-while.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RecordFailure } from '../../record-page/RecordFailure.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const LOOK_MS = 1000;

/** `/home/pipeline/:id`: a run of the pipeline on a data set. */
export function PipelineRun() {
  const params = usePathParts('/home/pipeline/$id');
  const reply = useEndpoint(
    getPipelineRun,
    { params: { id: Number(params.id) } },
    { refetchInterval: pollWhile(({ state }) => state === 'running', LOOK_MS) },
  );
  if (reply.isError)
    return (
      <RecordFailure
        kind="Run"
        list={{ title: 'Data sets', href: DATA_SETS }}
        error={reply.error}
        onRetry={() => void reply.refetch()}
      />
    );
  if (reply.isPending) return <Waiting what="the run" />;
  const { data_set, kind } = reply.data;
  return (
    <>
      <Trail
        steps={[
          { title: 'Data sets', href: DATA_SETS },
          { title: data_set.title, href: dataSetAddress(data_set.id, 'pipeline') },
        ]}
        here={KINDS[kind]}
      />
      <PageTitle title={KINDS[kind]} />
      <Text size="sm" mb="md">
        On{' '}
        <AddressLink href={dataSetAddress(data_set.id, 'pipeline')} underline="always">
          {data_set.title}
        </AddressLink>
      </Text>
      <RunView run={reply.data} />
    </>
  );
}
