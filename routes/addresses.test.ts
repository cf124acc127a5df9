import { recordAddress } from '@omicon/contract/addresses.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import { RECORD_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { expect, test } from 'vitest';
import { firstCallsAt } from './first-calls.ts';

test.each(RECORD_TYPES)(
  'the page of a %s begins with a call for the record, and asks for its star',
  (type) => {
    const address = recordAddress({ type, number: 7, analysis: 3 });
    const { own, beside } = firstCallsAt(address ?? '');
    expect(own?.input).toMatchObject({ params: { id: 7 } });
    expect(beside.map(({ endpoint, input }) => callAddress(endpoint.path, input))).toContain(
      `/api/starred/${type}/7/`,
    );
  },
);

test('a network whose analysis is not known has no page', () => {
  expect(recordAddress({ type: 'covariation-network', number: 7 })).toBeNull();
});
