import { Group } from '@mantine/core';
import { DATA_COLLECTIONS, dataCollectionAddress, sampleAddress } from '@omicon/contract/addresses.ts';
import { getSample, listSampleFiles, type Sample } from '@omicon/contract/areas/samples.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { CollectButton } from '../../actions/collect/CollectButton.tsx';
import { toSample } from '../../actions/collect/collected-items.ts';
import { SampleAttributes } from '../../areas/samples/one/SampleAttributes.tsx';
import { SampleDataSets } from '../../areas/samples/one/SampleDataSets.tsx';
import { SampleEigengenes } from '../../areas/samples/one/SampleEigengenes.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { pageOf } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RelatedRecords } from '../../ui/layout/RelatedRecords.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { CopyLinkButton } from '../../ui/text/CopyText.tsx';
import { NotFound } from '../public/NotFound.tsx';

/** Files of the data sets with the sample, and files of its collection that name it. */
function SampleFiles({ sample }: { sample: Sample }) {
  const page = useAddressList(
    listSampleFiles,
    (query) => ({ params: { id: sample.collection.id, label: sample.label }, query }),
    { keepsRows: true },
  );
  return (
    <FilesWithPreview
      name="files-of-sample"
      openedBy="file"
      caption={`Files of data sets with ${sample.label}, and files that name it`}
      {...pageOf(page)}
      withLocation
      emptyHint="No file you can read belongs to this sample."
    />
  );
}

const SampleNetworkPart = lazyPart(
  'the network',
  async () => (await import('../../areas/samples/one/SampleNetworkPart.tsx')).SampleNetworkPart,
);
const SampleStrip = lazyPart(
  'the expression',
  async () => (await import('../../areas/expression/SampleStrip.tsx')).SampleStrip,
);

const TABS = ['attributes', 'data-sets', 'network', 'expression', 'eigengenes', 'files'] as const;
const shape = z.object({ tab: z.enum(TABS).catch('attributes') });

function relatedTo({ collection, individual }: Sample) {
  return [
    {
      title: 'Data collection',
      links: [{ title: collection.title, href: dataCollectionAddress(collection.id) }],
    },
    {
      title: individual === null ? '' : `Other samples of individual ${individual.name}`,
      links: (individual?.others ?? []).map((label) => ({
        title: label,
        href: sampleAddress(collection.id, label),
      })),
    },
  ];
}

/** `/home/samples/{collection}/{label}` */
export function SamplePage() {
  const { collection, label } = usePathParts('/home/samples/$collection/$label');
  const id = recordNumber.safeParse(collection);
  if (!id.success) return <NotFound />;
  return <SampleRecord id={id.data} label={label} />;
}

function SampleRecord({ id, label }: { id: number; label: string }) {
  const { query } = useAddressQuery(shape);
  const { hasPermission } = useSession();
  const reply = useEndpoint(getSample, { params: { id, label } });
  if (!reply.isSuccess)
    return (
      <RecordNotLoaded
        kind="Sample"
        list={{ title: 'Data collections', href: DATA_COLLECTIONS }}
        reply={reply}
      />
    );
  const sample = reply.data;
  return (
    <>
      <Trail
        steps={[
          { title: 'Data collections', href: DATA_COLLECTIONS },
          { title: sample.collection.title, href: dataCollectionAddress(id) },
        ]}
        here={sample.label}
      />
      <PageTitle title={sample.label}>
        <Group gap="xs">
          <CollectButton items={() => [toSample(id, sample.label)]} />
          <CopyLinkButton />
        </Group>
      </PageTitle>
      <TabLinks
        label="Parts of this sample"
        chosen={query.tab}
        tabs={[
          { name: 'attributes', title: 'Attributes', count: sample.attributes.length },
          { name: 'data-sets', title: 'Data sets', count: sample.data_sets.length },
          { name: 'network', title: 'Sample network' },
          { name: 'expression', title: 'Expression' },
          { name: 'eigengenes', title: 'Eigengenes' },
          ...(hasPermission('FILE_PREVIEW') ? [{ name: 'files' as const, title: 'Files' }] : []),
        ]}
      />
      <TabPanel>
        <RelatedRecords related={relatedTo(sample)}>
          {query.tab === 'attributes' && <SampleAttributes sample={sample} />}
          {query.tab === 'data-sets' && <SampleDataSets sample={sample} />}
          {query.tab === 'eigengenes' && <SampleEigengenes sample={sample} />}
          {query.tab === 'files' && <SampleFiles sample={sample} />}
          {query.tab === 'network' && <SampleNetworkPart sample={sample} />}
          {query.tab === 'expression' && <SampleStrip label={sample.label} dataSets={sample.data_sets} />}
        </RelatedRecords>
      </TabPanel>
    </>
  );
}
