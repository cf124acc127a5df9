import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { useAddressQuery } from '../base/addresses/address-query.ts';

/** Tab and version of a record page, from its address. */
export function useRecordQuery<const T extends readonly [string, ...string[]]>(tabs: T) {
  const shape = z.object({
    tab: z.enum(tabs).catch(tabs[0]),
    versions: recordNumber.optional().catch(undefined),
    folder: z.string().max(1000).catch(''),
  });
  const { query, setQuery } = useAddressQuery(shape);
  return {
    tab: query.tab,
    version: query.versions,
    folder: query.folder,
    setVersion: (version: number) => setQuery({ versions: String(version) }),
  };
}
