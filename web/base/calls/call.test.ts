import { getAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import { getOmiconId } from '@omicon/contract/areas/search.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { callEndpoint } from './call.ts';
import { CallError, NetworkError } from './call-error.ts';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: unknown) {
  const calls: Request[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    calls.push(new Request(new URL(address, 'https://portal.test'), init));
    return Promise.resolve(Response.json(body, { status }));
  });
  return calls;
}

test('parameters fill the path and empty query values are left out', () => {
  expect(
    callAddress('/api/data-sets/:id/', {
      params: { id: 7 },
      query: { page: 2, search: '', sort: undefined },
    }),
  ).toBe('/api/data-sets/7/?page=2');
  expect(callAddress('/api/omicon-ids/:omicon_id/', { params: { omicon_id: 'OM.DS.4/../x' } })).toBe(
    '/api/omicon-ids/OM.DS.4%2F..%2Fx/',
  );
});

test('every call has headers that identify the page and its version', async () => {
  const calls = answer(200, { results: [] });
  await callEndpoint(getOmiconId, { params: { omicon_id: 'OM.DS.4' } });
  expect(calls[0]?.headers.get('X-Omicon-Client')).toBe('web');
  expect(calls[0]?.headers.get('API-Version')).toBe('1.0');
});

test('a refusal has code, message and request id', async () => {
  answer(404, { detail: 'There is no such analysis.', code: 'not_found', request_id: 'r-7' });
  const failure = callEndpoint(getAnalysis, { params: { id: 3 } });
  await expect(failure).rejects.toBeInstanceOf(CallError);
  await expect(failure).rejects.toMatchObject({ status: 404, code: 'not_found', request_id: 'r-7' });
});

test('a refusal with nothing but a message keeps it', async () => {
  answer(400, { detail: 'invalid api version.' });
  const failure = callEndpoint(getAnalysis, { params: { id: 3 } });
  await expect(failure).rejects.toMatchObject({ status: 400, detail: 'invalid api version.' });
});

test('a reply of the wrong shape is an error', async () => {
  answer(200, { title: 'no analysis' });
  await expect(callEndpoint(getAnalysis, { params: { id: 3 } })).rejects.toBeInstanceOf(CallError);
});

test('a server that cannot be reached is a network error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callEndpoint(getAnalysis, { params: { id: 3 } })).rejects.toBeInstanceOf(NetworkError);
});
