import type { CallInput } from '@omicon/contract/base/call-address.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { type CallParts, callEndpoint } from './call.ts';

/** Rows that are read to be saved; more would take minutes. */
export const MAX_SAVED_ROWS = 10_000;

/** Every row of a list of which the server sends one page at a time, up to `MAX_SAVED_ROWS`. */
export interface EveryRow<Row> {
  /** reads the rows and then calls `use`; a failure is shown as that of a change */
  read(use: (rows: readonly Row[]) => void): void;
  isReading: boolean;
}

interface Page {
  results: readonly unknown[];
  total: number;
}

/** The most that a list call takes. */
const PAGE_SIZE = 100;

/** Reads the pages of a list one after the other, in the order and with the filter of `input`. */
export function useEveryRow<E extends EndpointSpec, R extends z.ZodType<Page>>(
  endpoint: E & { reply: R },
  input: CallInput<E>,
): EveryRow<z.output<R>['results'][number]> {
  const reading = useMutation({
    mutationFn: async () => {
      const rows: z.output<R>['results'][number][] = [];
      for (let page = 1; rows.length < MAX_SAVED_ROWS; page += 1) {
        const parts = {
          ...input,
          query: { ...('query' in input ? input.query : {}), page, page_size: PAGE_SIZE },
        };
        const { results, total } = await callEndpoint<E, R>(endpoint, parts as CallParts<E>);
        rows.push(...results);
        if (results.length === 0 || rows.length >= total) break;
      }
      return rows.slice(0, MAX_SAVED_ROWS);
    },
  });
  return {
    read: (use) => reading.mutate(undefined, { onSuccess: use }),
    isReading: reading.isPending,
  };
}
