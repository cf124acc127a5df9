import { Group } from '@mantine/core';
import {
  ANALYSES,
  dataCollectionAddress,
  dataSetOfAnalysisAddress,
  lineageAddress,
  networkAddress,
} from '@omicon/contract/addresses.ts';
import {
  type AnalysisItem,
  type CovariationNetworkItem,
  getAnalysis,
} from '@omicon/contract/areas/analyses/analyses.ts';
import { type ReplyOf, recordNumber } from '@omicon/contract/base/endpoint.ts';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { CiteRecord } from '../../actions/cite/CiteButton.tsx';
import { DownloadRecord } from '../../actions/download/DownloadRecord.tsx';
import { StarButton } from '../../actions/star/StarButton.tsx';
import { NetworkGrid } from '../../areas/analyses/NetworkGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RecordLineage, SampleTreemap } from '../../record-page/lazy-tabs.ts';
import { RecordComments, threadOfRecord } from '../../record-page/RecordComments.tsx';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { AttributeTable } from '../../ui/layout/AttributeTable.tsx';
import { RecordHeader } from '../../ui/layout/RecordHeader.tsx';
import { RelatedRecords } from '../../ui/layout/RelatedRecords.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { NotFound } from '../public/NotFound.tsx';
import { AnalysisFiles } from './AnalysisFiles.tsx';
import { AnalysisTabs } from './AnalysisTabs.tsx';
import { NetworkPage } from './NetworkPage.tsx';

const PARTS = { samples: SampleTreemap, lineage: RecordLineage };

const shape = z.object({
  analysisId: recordNumber.optional().catch(undefined),
  versions: recordNumber.optional().catch(undefined),
  tab: z.enum(['attributes', 'networks', 'samples', 'lineage', 'comments']).catch('attributes'),
  networkId: recordNumber.optional().catch(undefined),
});

type AnalysisRecord = ReplyOf<typeof getAnalysis>;

function relatedTo(record: AnalysisItem) {
  const dataSet =
    record.input_data_set_id === null
      ? []
      : [
          {
            title: record.input_data_set,
            href: dataSetOfAnalysisAddress(record.id, record.input_data_set_id),
          },
        ];
  const collection =
    record.data_collection_id === null || record.data_collection_title === null
      ? []
      : [{ title: record.data_collection_title, href: dataCollectionAddress(record.data_collection_id) }];
  return [
    { title: 'Input data set', links: dataSet },
    { title: 'Data collection', links: collection },
  ];
}

function PartOfAnalysis({
  record,
  tab,
  version,
}: {
  record: AnalysisRecord;
  tab: string;
  version: number | undefined;
}) {
  if (tab === 'networks') {
    const hrefOf = (network: CovariationNetworkItem) =>
      networkAddress(record.id, network.id, version ?? null);
    return <NetworkGrid networks={record.networks} hrefOf={hrefOf} />;
  }
  if (tab === 'comments') return <RecordComments thread={threadOfRecord('project', record.id)} />;
  if (tab === 'samples') return <SampleTreemap entity="analyses" id={record.id} />;
  if (tab === 'lineage') {
    return (
      <>
        <ButtonLink href={lineageAddress('analyses', record.id)} size="xs" variant="default" mb="md">
          Full width
        </ButtonLink>
        <RecordLineage entity="analyses" id={record.id} />
      </>
    );
  }
  return (
    <RelatedRecords related={relatedTo(record)}>
      <AttributeTable attributes={record.attributes} label="Attributes of the analysis" />
    </RelatedRecords>
  );
}

interface AnalysisFrameProps {
  id: number;
  version: number | undefined;
  tab: string;
  setVersion(version: number): void;
  children(record: AnalysisRecord): ReactNode;
}

/** Header and tabs of an analysis, around one of its parts. */
function AnalysisFrame({ id, version, tab, setVersion, children }: AnalysisFrameProps) {
  const reply = useEndpoint(getAnalysis, { params: { id }, query: { version } });
  if (!reply.isSuccess)
    return <RecordNotLoaded kind="Analysis" list={{ title: 'Analyses', href: ANALYSES }} reply={reply} />;
  const record = reply.data;
  return (
    <>
      <Trail steps={[{ title: 'Analyses', href: ANALYSES }]} here={record.title} />
      <RecordHeader
        kind="Analysis"
        record={record}
        versions={record.versions}
        onVersion={setVersion}
        cite={<CiteRecord record={{ entity_type: 'project', id: id, version }} />}
        actions={
          <Group gap="sm" wrap="nowrap">
            <StarButton record={{ entity_type: 'project', id: record.id }} />
            <DownloadRecord entityType="project" id={id} version={version} />
          </Group>
        }
      />
      <AnalysisTabs id={id} version={version} chosen={tab} networks={record.networks.length} parts={PARTS} />
      <TabPanel>{children(record)}</TabPanel>
    </>
  );
}

/** `/home/analyses/analysis-data/attributes` */
export function AnalysisPage() {
  const { query, setQuery } = useAddressQuery(shape);
  if (query.analysisId === undefined) return <NotFound />;
  if (query.tab === 'networks' && query.networkId !== undefined) {
    return (
      <NetworkPage
        networkId={query.networkId}
        version={query.versions}
        onVersion={(version) => setQuery({ versions: String(version) })}
      />
    );
  }
  return (
    <AnalysisFrame
      id={query.analysisId}
      version={query.versions}
      tab={query.tab}
      setVersion={(version) => setQuery({ versions: String(version) })}
    >
      {(record) => <PartOfAnalysis record={record} tab={query.tab} version={query.versions} />}
    </AnalysisFrame>
  );
}

/** `/home/analyses/analysis-data/files` */
export function AnalysisFilesPage() {
  const { query, setQuery } = useAddressQuery(shape);
  const { analysisId, versions } = query;
  if (analysisId === undefined) return <NotFound />;
  return (
    <AnalysisFrame
      id={analysisId}
      version={versions}
      tab="files"
      setVersion={(version) =>
        setQuery({ versions: String(version), analysisFileFolderId: null, pdf_name: null })
      }
    >
      {() => <AnalysisFiles id={analysisId} version={versions} />}
    </AnalysisFrame>
  );
}
