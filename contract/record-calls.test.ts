import { expect, test } from 'vitest';
import { callAddress } from './base/call-address.ts';
import { recordCallAt } from './record-calls.ts';

function callAt(href: string): string | null {
  const call = recordCallAt(href);
  return call === null ? null : callAddress(call.endpoint.path, call.input);
}

test.each([
  ['/home/modules/OM.CM.7?tab=members', '/api/covariation-modules/7/'],
  ['/home/collections/data-sets/attributes?dsId=7&contentType=collections&tab=samples', '/api/data-sets/7/'],
  ['/home/analyses/data-sets/attributes?dsId=7&analysisId=3', '/api/data-sets/7/'],
  ['/home/collections/data-collections/attributes?dcId=7', '/api/data-collections/7/'],
  ['/home/analyses/analysis-data/attributes?analysisId=7&networkId=3', '/api/analyses/7/'],
  ['/home/analyses/analysis-data/files?analysisId=7', '/api/analyses/7/'],
  ['/home/resources/gene-set?geneSetOmiconID=OM.GS.7', '/api/gene-sets/7/'],
  ['/home/genes/HLA-DRA', '/api/genes/HLA-DRA/'],
  ['/home/genes/AB%2FCD', '/api/genes/AB%2FCD/'],
])('%s shows the record of %s', (href, call) => {
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
  '/home/recent-files',
  '//',
])('%s shows no record in its present version', (href) => {
  expect(callAt(href)).toBeNull();
});
