import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { usePathParts } from '../../base/addresses/path-parts.ts';
import { NotFound } from '../public/NotFound.tsx';
import { DataCollectionPage } from './DataCollectionPage.tsx';
import { DataSetPage } from './DataSetPage.tsx';

const number = recordNumber.optional().catch(undefined);
const shape = z.object({ dcId: number, dsId: number, analysisId: number });

/** `/home/collections/{type}/attributes`: the page of a data collection or a data set. */
export function CollectionRecord() {
  const { type } = usePathParts('/home/collections/$type/attributes');
  const { query } = useAddressQuery(shape);
  if (query.dsId !== undefined && type === 'data-sets')
    return <DataSetPage id={query.dsId} analysisId={null} />;
  if (query.dcId !== undefined) return <DataCollectionPage id={query.dcId} />;
  if (query.dsId !== undefined) return <DataSetPage id={query.dsId} analysisId={null} />;
  return <NotFound />;
}

/** `/home/analyses/data-sets/attributes`: the data set that an analysis used. */
export function AnalysisDataSet() {
  const { query } = useAddressQuery(shape);
  if (query.dsId === undefined) return <NotFound />;
  return <DataSetPage id={query.dsId} analysisId={query.analysisId ?? null} />;
}
