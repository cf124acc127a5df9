import type { CallInput } from '@omicon/contract/base/call-address.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { ListDefaults, ListQuery } from '@omicon/routes/list-address.ts';
import type { z } from 'zod';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useAddressGrid } from './use-address-grid.ts';

interface ListOptions extends ListDefaults {
  staleTime?: number;
  /** shows the rows of another record until those of this one have loaded */
  keepsRows?: true;
}

/** The page of a list that the address asks for, for a `ListGrid`; `inputOf` makes the call of the address's query. */
export function useAddressList<E extends EndpointSpec, R extends z.ZodType, S extends z.ZodType<ListQuery>>(
  endpoint: E & { reply: R; query: S },
  inputOf: (query: z.output<S>) => CallInput<E>,
  { staleTime, keepsRows, ...first }: ListOptions = {},
) {
  const { query, pagingOf } = useAddressGrid<S>(endpoint.query, first);
  const input = inputOf(query);
  const list = useEndpoint<E, R>(endpoint, input, {
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepsRows ? { placeholderData: (before) => before } : {}),
  });
  return { list, pagingOf, query, input };
}
