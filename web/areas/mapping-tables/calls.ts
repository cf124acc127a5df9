import { getMappingTable, listMappingTables } from '@omicon/contract/areas/genes/mapping-tables.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { endpointKey } from '../../base/calls/use-endpoint.ts';

/** The current table with this name; null where there is none. */
export function useFindMappingTable(name: string) {
  return useQuery({
    queryKey: [...endpointKey(listMappingTables, { query: { name } }), 'first'],
    queryFn: async ({ signal }) => {
      const { results } = await callEndpoint(listMappingTables, { query: { name }, signal });
      const [found] = results;
      return found ? callEndpoint(getMappingTable, { params: { id: found.id }, signal }) : null;
    },
  });
}

export function tableFileAddress(id: number): string {
  return callAddress('/api/mapping-tables/:id/content/', { params: { id } });
}
