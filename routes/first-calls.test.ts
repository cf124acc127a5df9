import { callAddress } from '@omicon/contract/base/call-address.ts';
import { expect, test } from 'vitest';
import { type Call, firstCallsAt } from './first-calls.ts';

const addressOf = ({ endpoint, input }: Call) => callAddress(endpoint.path, input);

function callAt(href: string): string | null {
  const { own } = firstCallsAt(href);
  return own === null ? null : addressOf(own);
}

function callsBeside(href: string): string[] {
  return firstCallsAt(href).beside.map(addressOf);
}

function callsAfter(href: string, record: object): string[] {
  return firstCallsAt(href).after?.(JSON.stringify(record)).map(addressOf) ?? [];
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

const analysis = '/home/analyses/analysis-data';
const ofAnalysis = ['/api/starred/project/7/', '/api/file-comments-count/7/'];
const ofNetwork = '/api/starred/covariation-network/3/';

test.each<[string, string[]]>([
  [
    '/home/collections/data-collections/attributes?dcId=7',
    ['/api/starred/dc/7/', '/api/file-comments-count/7/'],
  ],
  [
    '/home/collections/data-sets/attributes?dsId=7&tab=comments',
    ['/api/starred/ds/7/', '/api/file-comments-count/7/', '/api/file-comments/7/?limit=10&offset=0'],
  ],
  // The page of comments on which it is becomes known later.
  [
    '/home/collections/data-sets/attributes?dsId=7&tab=comments&comment=5',
    ['/api/starred/ds/7/', '/api/file-comments-count/7/'],
  ],
  [`${analysis}/attributes?analysisId=7&tab=networks`, ofAnalysis],
  [`${analysis}/files?analysisId=7`, [...ofAnalysis, '/api/analyses/7/files/']],
  [
    `${analysis}/files?analysisId=7&analysisFileFolderId=a%2Fb&pdf_name=c.pdf`,
    [...ofAnalysis, '/api/analyses/7/files/?folder=a%2Fb'],
  ],
  [
    `${analysis}/attributes?analysisId=7&tab=networks&networkId=3&page=2&sort=name`,
    [ofNetwork, '/api/covariation-networks/3/modules/?page=2&page_size=20&sort=name&order=asc'],
  ],
  [`${analysis}/attributes?analysisId=7&tab=networks&networkId=3&show=traits`, [ofNetwork]],
  ['/home/modules/OM.CM.7', ['/api/starred/covariation-module/7/', '/api/file-comments-count/7/']],
  ['/home/resources/gene-set?geneSetOmiconID=OM.GS.7', ['/api/starred/gene-set/7/']],
  ['/home/recent-files?page=2', ['/api/home/', '/api/public-contents/', '/api/atlas/?page_size=5']],
  ['/home/network/data-sets?dsId=7', ['/api/data-sets/7/network/']],
  ['/home/network/analyses?analysisId=7&dsId=8', ['/api/analyses/7/network/']],
])('%s makes these calls besides', (href, calls) => {
  expect(callsBeside(href)).toEqual(calls);
});

test.each([
  '/home/collections/data-sets',
  '/home/recent-files?file=7%2Fa.csv',
  '/home/collections/data-sets/attributes?dsId=7&versions=2',
  '/home/modules/OM.CM.7.V2',
  '/home/network/data-sets?dsId=seven',
  '/home/network/data-sets?analysisId=7',
  '/home/network/genes?dsId=7',
  '/home/genes/HLA-DRA',
  '//',
])('%s makes none that is known before', (href) => {
  expect(callsBeside(href)).toEqual([]);
});

const definitions = [
  { definition: 'Seed', members: 0 },
  { definition: 'PosBC', members: 12 },
  { definition: 'PosFDR', members: 30 },
] as const;
const module = { id: 7, version: 2, definitions: [...definitions] };
const atAGlance = [
  '/api/covariation-modules/7/enrichment/?sort=p_value&page_size=1&version=2',
  '/api/covariation-modules/7/closest-trait/?version=2',
];
const members = '/api/covariation-modules/7/members/';

test.each<[string, string[]]>([
  ['?tab=traits', []],
  ['?tab=members', [`${members}?page=1&page_size=20&sort=kme&order=desc&definition=PosBC&version=2`]],
  [
    '?tab=members&page=3&search=CD',
    [`${members}?page=3&page_size=20&sort=kme&order=desc&search=CD&definition=PosBC&version=2`],
  ],
  ['?tab=members&definition=PosFDR', []],
  ['?tab=eigengene', ['/api/covariation-modules/7/eigengene/?version=2']],
  ['?tab=eigengene&attribute=Sex', []],
])(
  'the page of a module at %s calls for its version, and its first definition with members',
  (query, calls) => {
    expect(callsAfter(`/home/modules/OM.CM.7${query}`, module)).toEqual([...atAGlance, ...calls]);
  },
);

test('a module without members shows those by Seed', () => {
  const none = { ...module, definitions: definitions.map((each) => ({ ...each, members: 0 })) };
  const [, , list] = callsAfter('/home/modules/OM.CM.7?tab=members', none);
  expect(list).toContain('definition=Seed');
});

const files = { id: 7, networks: [{ id: 3, name: 'a b' }] };
const count = '/api/file-comments-count/7/';

test.each<[string, string[]]>([
  [
    'analysisFileFolderId=a+b&pdf_name=c.pdf',
    [`${count}?file_folder_name=a+b%2Fc.pdf`, '/api/covariation-networks/3/'],
  ],
  ['analysisFileFolderId=a+b&pdf_name=c.csv', [`${count}?file_folder_name=a+b%2Fc.csv`]],
  ['pdf_name=c.pdf', [`${count}?file_folder_name=c.pdf`]],
  ['analysisFileFolderId=a+b', []],
])(
  'an analysis with %s calls for the comments of its open file, and the network of a PDF',
  (query, calls) => {
    expect(callsAfter(`${analysis}/files?analysisId=7&${query}`, files)).toEqual(calls);
  },
);

test('the page of a data set makes no calls that need it', () => {
  const href = '/home/collections/data-sets/attributes?dsId=7&pdf_name=c.pdf';
  expect(callsAfter(href, files)).toEqual([]);
});
