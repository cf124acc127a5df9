import { callAddress } from '@omicon/contract/base/call-address.ts';
import { firstCallsAt } from '@omicon/routes/first-calls.ts';
import { expect, test } from 'vitest';
import { atlasQueryAt, filtersInAddress, viewShape } from './atlas-query.ts';

function queryAt(search: string) {
  const given = new URLSearchParams(search);
  return atlasQueryAt(given, viewShape.parse(Object.fromEntries(given)));
}

test('an address without a query asks for the first fifty, the best supported first', () => {
  expect(queryAt('')).toEqual({
    ...{ page: 1, page_size: 50, sort: 'support', order: 'desc', search: '' },
    ...{ in_all: '', in_any: '', in_none: '', least_support: 2 },
  });
});

test('search, order, page and filters are in the address', () => {
  expect(
    queryAt('search=CD68&sort=title&order=asc&page=2&in_all=1,3&in_none=2&least_support=4'),
  ).toMatchObject({
    ...{ search: 'CD68', sort: 'title', order: 'asc', page: 2 },
    ...{ in_all: '1,3', in_any: '', in_none: '2', least_support: 4 },
  });
});

test('wrong values count as missing, and do not undo the others', () => {
  expect(queryAt('in_all=glioma&in_none=2&least_support=0&sort=colour')).toMatchObject({
    ...{ in_all: '', in_none: '2', least_support: 2, sort: 'support' },
  });
  expect(viewShape.parse({ group: 'weather', open: '3,x,,5' })).toMatchObject({
    group: 'disease',
    open: new Set([3, 5]),
  });
});

test('filters go back into the address as they came', () => {
  expect(filtersInAddress({ in_all: [1, 3], in_any: [], in_none: [2] })).toEqual({
    ...{ in_all: '1,3', in_any: null, in_none: '2' },
  });
});

test.each(['', 'page=2&sort=title&order=asc', 'search=CD68'])(
  'the reply that comes with the page is the one it asks for: %s',
  (search) => {
    const { own } = firstCallsAt(`/home/atlas?${search}`);
    expect(own === null ? null : callAddress(own.endpoint.path, own.input)).toBe(
      callAddress('/api/atlas/', { query: queryAt(search) }),
    );
  },
);
