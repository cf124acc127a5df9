import { TRANSFORMATIONS } from '@omicon/contract/areas/lineage.ts';
import { describe, expect, test } from 'vitest';
import { nodeOf } from './lineage.test-data.ts';
import { describeNode, entityOf, fullName, recordAddress, samplesAddress } from './node-facts.ts';

test('steps are named by code and full name', () => {
  expect(Object.entries(TRANSFORMATIONS).map(([code, name]) => `${code} ${name}`)).toEqual([
    'RDP raw data processing',
    'MDC make data collection',
    'OR outlier removal',
    'QN quantile normalization',
    'BC batch correction',
    'FM find modules',
    'EA enrichment analysis',
  ]);
  expect(fullName(nodeOf('step', 'transformation', [], 'OR'))).toBe('OR: outlier removal');
});

describe('sample attributes', () => {
  test('are offered for nodes with samples', () => {
    expect(samplesAddress(nodeOf('GSE4271', 'Data collection'))).toMatch(/dcId=1&.*tab=samples/);
    expect(samplesAddress(nodeOf('GSE4271 QN', 'Dataset'))).toMatch(/dsId=1&.*tab=samples/);
    expect(samplesAddress(nodeOf('FindModules', 'Analysis'))).toMatch(/analysisId=1&.*tab=samples/);
  });

  test('are not offered for covariation networks or steps', () => {
    const network = { ...nodeOf('Bicor-None', 'Covariation Network'), has_samples: true };
    expect(samplesAddress(network)).toBeNull();
    expect(samplesAddress(nodeOf('step', 'transformation', [], 'FM'))).toBeNull();
    expect(samplesAddress({ ...nodeOf('GSE4271 QN', 'Dataset'), has_samples: false })).toBeNull();
  });
});

test('a network links to its folder in the analysis above it', () => {
  const network = nodeOf('Bicor-None', 'Covariation Network');
  expect(recordAddress(network, nodeOf('FindModules', 'Analysis'))).toContain(
    'analysisId=1&analysisFileFolderId=Bicor-None',
  );
  expect(recordAddress(network, undefined)).toBeNull();
});

test('files are listed under the record that contains them', () => {
  expect(
    (['Data collection', 'Dataset', 'Analysis', 'Covariation Network'] as const).map((type) =>
      entityOf(nodeOf('GSE4271', type)),
    ),
  ).toEqual(['dc', 'ds', 'project', null]);
});

test('the accessible name includes the number of hidden nodes', () => {
  expect(describeNode(nodeOf('GSE4271 QN', 'Dataset'), 2, true)).toBe(
    'Data set GSE4271 QN, current record, 2 nodes folded away',
  );
});
