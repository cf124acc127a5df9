// @vitest-environment jsdom

import { geneAddress, geneSetAddress, moduleAddress, sampleAddress } from '@omicon/contract/addresses.ts';
import { expect, test } from 'vitest';
import { fromSuggestion } from './collected-items.ts';

test('a found name is collected as what its page is about; records and networks are no items', () => {
  const items = [
    { kind: 'gene' as const, href: geneAddress('HLA-DRB1/3') },
    { kind: 'module' as const, href: moduleAddress('OM.CM.34') },
    { kind: 'gene-set' as const, href: geneSetAddress('OM.GS.7') },
    { kind: 'sample' as const, href: sampleAddress(12, 'GSM 96950 #1') },
    { kind: 'network' as const, href: '/home/analyses/4?network=9' },
    { kind: 'record' as const, href: '/home/collections/12' },
  ].map(fromSuggestion);
  expect(items).toEqual([
    { kind: 'gene', name: 'HLA-DRB1/3' },
    { kind: 'module', record_number: 34 },
    { kind: 'gene set', record_number: 7 },
    { kind: 'sample', record_number: 12, name: 'GSM 96950 #1' },
    null,
    null,
  ]);
});
