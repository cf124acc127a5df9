import { Group } from '@mantine/core';
import { DATA_COLLECTIONS } from '@omicon/contract/addresses.ts';
import { getDataCollection } from '@omicon/contract/areas/collections.ts';
import { CiteRecord } from '../../actions/cite/CiteButton.tsx';
import { DownloadRecord } from '../../actions/download/DownloadRecord.tsx';
import { StarButton } from '../../actions/star/StarButton.tsx';
import { VisibilityButton } from '../../areas/collections/VisibilityButton.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { SampleTreemap } from '../../record-page/lazy-tabs.ts';
import { RecordComments, threadOfRecord, useCommentsTab } from '../../record-page/RecordComments.tsx';
import { RecordFiles } from '../../record-page/RecordFiles.tsx';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { useRecordQuery } from '../../record-page/record-query.ts';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { RecordHeader } from '../../ui/layout/RecordHeader.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { DataSetsOfCollection } from './Collections.tsx';

export function DataCollectionPage({ id }: { id: number }) {
  const { tab, version, setVersion } = useRecordQuery([
    'attributes',
    'data-sets',
    'samples',
    'files',
    'comments',
  ]);
  const reply = useEndpoint(getDataCollection, { params: { id }, query: { version } });
  const comments = useCommentsTab(id);
  if (!reply.isSuccess)
    return (
      <RecordNotLoaded
        kind="Data collection"
        list={{ title: 'Data collections', href: DATA_COLLECTIONS }}
        reply={reply}
      />
    );
  const record = reply.data;
  return (
    <>
      <Trail steps={[{ title: 'Data collections', href: DATA_COLLECTIONS }]} here={record.title} />
      <RecordHeader
        kind="Data collection"
        record={record}
        versions={record.versions}
        onVersion={setVersion}
        cite={<CiteRecord record={{ entity_type: 'dc', id: id, version }} />}
        actions={
          <Group gap="sm" wrap="nowrap">
            {record.can_change_visibility && <VisibilityButton id={id} name={record.title} />}
            <StarButton record={{ entity_type: 'dc', id: record.id }} />
            <DownloadRecord entityType="dc" id={id} version={version} />
          </Group>
        }
      />
      <TabLinks
        label="Parts of this data collection"
        chosen={tab}
        tabs={[
          { name: 'attributes', title: 'Attributes' },
          { name: 'data-sets', title: 'Data sets', count: record.data_sets },
          { name: 'samples', title: 'Samples', count: record.number_of_samples, part: SampleTreemap },
          { name: 'files', title: 'Files' },
          ...comments,
        ]}
      />
      <TabPanel>
        {tab === 'attributes' && (
          <AttributeTable attributes={record.attributes} label="Attributes of the data collection" />
        )}
        {tab === 'data-sets' && <DataSetsOfCollection id={id} />}
        {tab === 'samples' && <SampleTreemap entity="data-collections" id={id} />}
        {tab === 'files' && <RecordFiles entityType="dc" entityId={id} />}
        {tab === 'comments' && <RecordComments thread={threadOfRecord('dc', id)} />}
      </TabPanel>
    </>
  );
}
