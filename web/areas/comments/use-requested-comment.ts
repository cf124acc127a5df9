import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { useLocation } from '@tanstack/react-router';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';

const shape = z.object({ comment: recordNumber.nullable().catch(null) });

/** The comment requested by the address; `requestKey` changes with each request, even for the same comment. */
export function useRequestedComment(): { target: number | null; requestKey: string } {
  const { query } = useAddressQuery(shape);
  const { state } = useLocation();
  return { target: query.comment, requestKey: state.__TSR_key ?? '' };
}
