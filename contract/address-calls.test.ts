import { expect, test } from 'vitest';
import { addressCallAt } from './address-calls.ts';
import { callAddress } from './base/call-address.ts';

function callAt(href: string): string | null {
  const call = addressCallAt(href);
  return call === null ? null : callAddress(call.endpoint.path, call.input);
}

test.each([
  ['/home/modules/OM.CM.7?tab=members', '/api/covariation-modules/7/'],
  ['/home/collections/data-sets/attributes?dsId=7&contentType=collections&tab=samples', '/api/data-sets/7/'],
  ['/home/analyses/data-sets/attributes?dsId=7&analysisId=3', '/api/data-sets/7/'],
  ['/home/collections/data-collections/attributes?dcId=7', '/api/data-collections/7/'],
  ['/home/analyses/analysis-data/attributes?analysisId=7&networkId=3', '/api/analyses/7/'],
  [
    '/home/analyses/analysis-data/attributes?analysisId=7&networkId=3&tab=networks&show=traits',
    '/api/covariation-networks/3/',
  ],
  ['/home/analyses/analysis-data/files?analysisId=7', '/api/analyses/7/'],
  ['/home/resources/gene-set?geneSetOmiconID=OM.GS.7', '/api/gene-sets/7/'],
  ['/home/genes/HLA-DRA', '/api/genes/HLA-DRA/'],
  ['/home/genes/AB%2FCD', '/api/genes/AB%2FCD/'],
])('%s shows the record of %s', (href, call) => {
  expect(callAt(href)).toBe(call);
});

test.each([
  ['/home/collections/data-collections', '/api/data-collections/?page=1&page_size=20&sort=title&order=asc'],
  [
    '/home/collections/data-sets?page=2&size=50&search=GBM',
    '/api/data-sets/?page=2&page_size=50&sort=title&order=asc&search=GBM',
  ],
  ['/home/collections/data-sets?page=no', '/api/data-sets/?page=1&page_size=20&sort=title&order=asc'],
  ['/home/analyses/analyses/', '/api/analyses/?page=1&page_size=20&sort=title&order=asc'],
  ['/home/recent-files', '/api/files/recent/?page=1&page_size=20&sort=uploaded_on&order=desc'],
  ['/home/resources', '/api/gene-sets/?page=1&page_size=20&sort=name&order=asc'],
])('%s begins with the list of %s', (href, call) => {
  expect(callAt(href)).toBe(call);
});

test.each([
  '/home/modules/OM.CM.7.V2',
  '/home/modules/OM.CM.7?versions=2',
  '/home/modules/OM.DS.7',
  '/home/collections/data-sets?dcId=7',
  '/home/collections/data-sets/attributes?dsId=seven',
  '/home/analyses/analysis-data/attributes?analysisId=0',
  '/home/resources/gene-set',
  '/home/genes/%E0%A4%A',
  '/home/collections/data-sets?attribute=Sex',
  '/home/resources?tab=mapping-tables',
  '/home/help',
  '//',
])('%s begins with no record in its present version, and no list', (href) => {
  expect(callAt(href)).toBeNull();
});
