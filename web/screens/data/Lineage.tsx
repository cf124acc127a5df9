import { analysisAddress, dataSetAddress } from '@omicon/contract/addresses.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { RecordLineage } from '../../record-page/RecordLineage.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { NotFound } from '../public/NotFound.tsx';

const number = recordNumber.optional().catch(undefined);
const shape = z.object({ dsId: number, analysisId: number });

/** `/home/network/{type}`: the lineage diagram over the full width. */
export function Lineage() {
  const { type } = usePathParts('/home/network/$type');
  const { query } = useAddressQuery(shape);
  const entity = type === 'data-sets' ? 'data-sets' : 'analyses';
  const id = entity === 'data-sets' ? query.dsId : query.analysisId;
  if (id === undefined) return <NotFound />;
  const back =
    entity === 'data-sets'
      ? { title: 'Data set', href: dataSetAddress(id, 'lineage') }
      : { title: 'Analysis', href: analysisAddress(id, 'lineage') };
  return (
    <>
      <Trail steps={[back]} here="Lineage" />
      <PageTitle title="Lineage" />
      <RecordLineage entity={entity} id={id} />
    </>
  );
}
