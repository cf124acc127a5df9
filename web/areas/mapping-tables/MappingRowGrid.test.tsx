// @vitest-environment jsdom
import { listMappingRows, type MappingTableItem } from '@omicon/contract/areas/genes/mapping-tables.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { collect, MAY_COLLECT } from '../../test-support/collect.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { MappingRowGrid } from './MappingRowGrid.tsx';

const PROBES: MappingTableItem = {
  ...{ id: 4, name: 'Affymetrix_U133A_PROBEID_SYMBOL', version: '2026-11-21', platform: 'Affymetrix U133A' },
  ...{ organism: null, unique_identifier: 'PROBEID', mapped_to: 'SYMBOL', rows: 2, key: '4/x.csv' },
  ...{ date_uploaded: '2026-11-21T10:00:00Z', size_bytes: 100 },
};

const gene = (name: string) => ({ kind: 'gene', name });

function open(table: MappingTableItem, results: { unique_identifier: string; value: string | null }[]) {
  const opened = openScreen(<MappingRowGrid table={table} />, MAY_COLLECT);
  const { portal, draw } = opened;
  portal.replies(listMappingRows, {
    results: results.map((row, at) => ({ ...row, place: at + 1 })),
    ...{ total: results.length, page: 1, items_per_page: 50 },
  });
  draw();
  return opened;
}

test('the genes of a table of probes can be collected, the checked ones or all that are shown', async () => {
  const opened = open(PROBES, [
    { unique_identifier: '201193_at', value: 'IDH1' },
    { unique_identifier: '213824_at', value: 'OLIG2' },
    { unique_identifier: '222379_at', value: null },
  ]);
  await screen.findByText('OLIG2');
  // The probe without a gene is left out.
  expect(await collect(opened)).toEqual(['IDH1', 'OLIG2'].map(gene));
  screen.getByRole('checkbox', { name: /213824_at/ }).focus();
  await opened.user.keyboard(' ');
  expect(await collect(opened)).toEqual([gene('OLIG2')]);
});

test('of a table from symbols the symbols are collected', async () => {
  const opened = open(
    {
      ...PROBES,
      platform: null,
      organism: 'Homo sapiens',
      unique_identifier: 'SYMBOL',
      mapped_to: 'ENTREZID',
    },
    [{ unique_identifier: 'IDH1', value: '3417' }],
  );
  await screen.findByText('3417');
  expect(await collect(opened)).toEqual([gene('IDH1')]);
});

test('a table without symbols has nothing to collect', async () => {
  open({ ...PROBES, mapped_to: 'ENTREZID' }, [{ unique_identifier: '201193_at', value: '3417' }]);
  await screen.findByText('3417');
  expect(screen.queryByRole('button', { name: 'Collect' })).toBeNull();
});
