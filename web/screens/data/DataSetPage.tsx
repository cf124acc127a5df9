import { Group } from '@mantine/core';
import {
  ANALYSES,
  analysisAddress,
  compareAddress,
  DATA_COLLECTIONS,
  DATA_SETS,
  dataCollectionAddress,
  dataSetAddress,
  lineageAddress,
} from '@omicon/contract/addresses.ts';
import { getDataSet } from '@omicon/contract/areas/collections.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { CiteRecord } from '../../actions/cite/CiteButton.tsx';
import { DownloadRecord } from '../../actions/download/DownloadRecord.tsx';
import { StarButton } from '../../actions/star/StarButton.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { RecordLineage, SampleTreemap } from '../../record-page/lazy-tabs.ts';
import { RecordComments, threadOfRecord, useCommentsTab } from '../../record-page/RecordComments.tsx';
import { RecordFiles } from '../../record-page/RecordFiles.tsx';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { useRecordQuery } from '../../record-page/record-query.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { RecordHeader } from '../../ui/layout/RecordHeader.tsx';
import { RelatedRecords } from '../../ui/layout/RelatedRecords.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const FeaturesTab = lazyPart(
  'the features',
  async () => (await import('../../areas/expression/FeaturesTab.tsx')).FeaturesTab,
);
const ProfileCorrelates = lazyPart(
  'the correlates',
  async () => (await import('../../areas/correlates/ProfileCorrelates.tsx')).ProfileCorrelates,
);
const SurvivalTab = lazyPart(
  'the survival',
  async () => (await import('../../areas/survival/SurvivalTab.tsx')).SurvivalTab,
);
const PipelineTab = lazyPart(
  'the pipeline',
  async () => (await import('../../areas/pipeline/PipelineTab.tsx')).PipelineTab,
);
type DataSetRecord = ReplyOf<typeof getDataSet>;

/** The collection of the data set, if the person may read it. */
function collectionOf({ data_collection_id: id, data_collection_title: title }: DataSetRecord) {
  return id === null || title === null ? [] : [{ id, title }];
}

function trailOf(record: DataSetRecord, analysisId: number | null) {
  const analysis = record.analyses.find(({ id }) => id === analysisId);
  if (analysis !== undefined) {
    return [
      { title: 'Analyses', href: ANALYSES },
      { title: analysis.title, href: analysisAddress(analysis.id) },
    ];
  }
  return [
    { title: 'Data collections', href: DATA_COLLECTIONS },
    ...collectionOf(record).map(({ id, title }) => ({ title, href: dataCollectionAddress(id, 'data-sets') })),
  ];
}

function Attributes({ record }: { record: DataSetRecord }) {
  return (
    <RelatedRecords
      related={[
        {
          title: 'Data collection',
          links: collectionOf(record).map(({ id, title }) => ({ title, href: dataCollectionAddress(id) })),
        },
        {
          title: 'Made from',
          links:
            record.parent === null
              ? []
              : [{ title: record.parent.title, href: dataSetAddress(record.parent.id) }],
        },
        {
          title: 'Analyses',
          links: record.analyses.map(({ id, title }) => ({ title, href: analysisAddress(id) })),
        },
      ]}
    >
      <AttributeTable attributes={record.attributes} label="Attributes of the data set" />
    </RelatedRecords>
  );
}

/** A data set; `analysisId` is the analysis from which it was reached. */
export function DataSetPage({ id, analysisId }: { id: number; analysisId: number | null }) {
  const { tab, version, setVersion } = useRecordQuery([
    'attributes',
    'samples',
    'features',
    'correlates',
    'survival',
    'files',
    'lineage',
    'pipeline',
    'comments',
  ]);
  const reply = useEndpoint(getDataSet, { params: { id }, query: { version } });
  const comments = useCommentsTab(id);
  const mayRun = useSession().hasPermission('PROJECT_CREATE');
  if (!reply.isSuccess)
    return <RecordNotLoaded kind="Data set" list={{ title: 'Data sets', href: DATA_SETS }} reply={reply} />;
  const record = reply.data;
  return (
    <>
      <Trail steps={trailOf(record, analysisId)} here={`${record.title} ${record.ds_version}`} />
      <RecordHeader
        kind={`Data set ${record.ds_version}`}
        record={record}
        versions={record.versions}
        onVersion={setVersion}
        cite={<CiteRecord record={{ entity_type: 'ds', id: id, version }} />}
        actions={
          <Group gap="sm" wrap="nowrap">
            <ButtonLink href={compareAddress(id)} size="xs" variant="default">
              Compare samples
            </ButtonLink>
            {mayRun && (
              <ButtonLink href={dataSetAddress(id, 'pipeline')} size="xs" variant="default">
                Run
              </ButtonLink>
            )}
            <StarButton record={{ entity_type: 'ds', id: record.id }} />
            <DownloadRecord entityType="ds" id={id} version={version} />
          </Group>
        }
      />
      <TabLinks
        label="Parts of this data set"
        chosen={tab}
        tabs={[
          { name: 'attributes', title: 'Attributes' },
          { name: 'samples', title: 'Samples', count: record.number_of_samples, part: SampleTreemap },
          { name: 'features', title: 'Features', part: FeaturesTab },
          { name: 'correlates', title: 'Correlates', part: ProfileCorrelates },
          { name: 'survival', title: 'Survival', part: SurvivalTab },
          { name: 'files', title: 'Files' },
          { name: 'lineage', title: 'Lineage', part: RecordLineage },
          ...(mayRun ? [{ name: 'pipeline' as const, title: 'Pipeline', part: PipelineTab }] : []),
          ...comments,
        ]}
      />
      <TabPanel>
        {tab === 'attributes' && <Attributes record={record} />}
        {tab === 'files' && <RecordFiles entityType="ds" entityId={id} />}
        {tab === 'comments' && <RecordComments thread={threadOfRecord('ds', id)} />}
        {tab === 'samples' && <SampleTreemap entity="data-sets" id={id} />}
        {tab === 'features' && <FeaturesTab id={id} />}
        {tab === 'correlates' && <ProfileCorrelates dataSet={id} />}
        {tab === 'survival' && <SurvivalTab id={id} />}
        {tab === 'pipeline' && mayRun && <PipelineTab id={id} />}
        {tab === 'lineage' && (
          <>
            <ButtonLink href={lineageAddress('data-sets', id)} size="xs" variant="default" mb="md">
              Full width
            </ButtonLink>
            <RecordLineage entity="data-sets" id={id} />
          </>
        )}
      </TabPanel>
    </>
  );
}
