import { RECORD_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { expect, test } from 'vitest';
import { addressCallAt } from './address-calls.ts';
import { recordAddress } from './addresses.ts';
import { screenCallsAt } from './screen-calls.ts';

test.each(RECORD_TYPES)(
  'the page of a %s begins with a call for the record, and asks for its star',
  (type) => {
    const address = recordAddress({ type, number: 7, analysis: 3 });
    expect(addressCallAt(address ?? '')).toMatchObject({ kind: 'numbered', input: { params: { id: 7 } } });
    expect(screenCallsAt(address ?? '')).toContain(`/api/starred/${type}/7/`);
  },
);

test('a network whose analysis is not known has no page', () => {
  expect(recordAddress({ type: 'covariation-network', number: 7 })).toBeNull();
});
