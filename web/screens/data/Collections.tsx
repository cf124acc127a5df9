import { Text } from '@mantine/core';
import { dataCollectionAddress } from '@omicon/contract/addresses.ts';
import {
  getDataCollection,
  listDataCollections,
  listDataSets,
  listDataSetsOfCollection,
} from '@omicon/contract/areas/collections.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { DataCollectionGrid } from '../../areas/collections/DataCollectionGrid.tsx';
import { DataSetGrid } from '../../areas/collections/DataSetGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { FirstStep } from '../../layout/FirstStep.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { NotFound } from '../public/NotFound.tsx';

function DataCollections() {
  const { hasPermission } = useSession();
  const page = useAddressList(listDataCollections, (query) => ({ query }));
  return (
    <>
      <PageTitle title={NAMED_SCREENS.dataCollections.title}>
        {hasPermission(NAMED_SCREENS.addCollection.access) && (
          <ButtonLink href={NAMED_SCREENS.addCollection.href} size="xs" variant="default">
            {NAMED_SCREENS.addCollection.title}
          </ButtonLink>
        )}
      </PageTitle>
      <DataCollectionGrid
        {...page}
        emptyHint={
          <FirstStep kind="collection">Data collections appear here once they have been added.</FirstStep>
        }
      />
    </>
  );
}

function AllDataSets() {
  const page = useAddressList(listDataSets, (query) => ({ query }));
  return (
    <>
      <PageTitle title={NAMED_SCREENS.dataSets.title} />
      <DataSetGrid {...page} isOfOneCollection={false} />
    </>
  );
}

/** The data sets of one collection, also shown as a tab of its record page. */
export function DataSetsOfCollection({ id }: { id: number }) {
  const page = useAddressList(listDataSetsOfCollection, (query) => ({ params: { id }, query }));
  return <DataSetGrid {...page} isOfOneCollection />;
}

function CollectionDataSets({ id }: { id: number }) {
  const collection = useEndpoint(getDataCollection, { params: { id } });
  const title = collection.data?.title;
  return (
    <>
      <Trail
        steps={[
          NAMED_SCREENS.dataCollections,
          // A link without a name would be read out as its address.
          ...(title === undefined ? [] : [{ title, href: dataCollectionAddress(id) }]),
        ]}
        here="Data sets"
      />
      <PageTitle title={NAMED_SCREENS.dataSets.title}>
        <Text c="dimmed" mih="1lh">
          {title}
        </Text>
      </PageTitle>
      <DataSetsOfCollection id={id} />
    </>
  );
}

const shape = z.object({ dcId: recordNumber.optional().catch(undefined) });

/** `/home/collections/{type}`: data collections, data sets, or with `dcId` the data sets of one collection. */
export function Collections() {
  const { type } = usePathParts('/home/collections/$type');
  const { query } = useAddressQuery(shape);
  if (type === 'data-collections') return <DataCollections />;
  if (type !== 'data-sets') return <NotFound />;
  return query.dcId === undefined ? <AllDataSets /> : <CollectionDataSets id={query.dcId} />;
}
