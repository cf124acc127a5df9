// @vitest-environment jsdom
import { listMappingRows, type MappingTableItem } from '@omicon/contract/areas/mapping-tables.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { MappingRowGrid } from './MappingRowGrid.tsx';

const PROBES: MappingTableItem = {
  ...{ id: 4, name: 'Affymetrix_U133A_PROBEID_SYMBOL', version: '2026-11-21', platform: 'Affymetrix U133A' },
  ...{ organism: null, unique_identifier: 'PROBEID', mapped_to: 'SYMBOL', rows: 2, key: '4/x.csv' },
  ...{ date_uploaded: '2026-11-21T10:00:00Z', size_bytes: 100 },
};

function open(table: MappingTableItem, results: { unique_identifier: string; value: string | null }[]) {
  const collected: (string | null)[][] = [];
  const { portal, draw, user } = openScreen(
    <MappingRowGrid
      table={table}
      genesAction={(listChosen) => (
        <button type="button" onClick={() => collected.push(listChosen().map(({ gene }) => gene))}>
          Collect
        </button>
      )}
    />,
  );
  portal.replies(listMappingRows, {
    results: results.map((row, at) => ({ ...row, place: at + 1 })),
    ...{ total: results.length, page: 1, items_per_page: 50 },
  });
  draw();
  return { user, collected };
}

test('the genes of a table of probes can be collected, the checked ones or all that are shown', async () => {
  const { user, collected } = open(PROBES, [
    { unique_identifier: '201193_at', value: 'IDH1' },
    { unique_identifier: '213824_at', value: 'OLIG2' },
    { unique_identifier: '222379_at', value: null },
  ]);
  await screen.findByText('OLIG2');
  screen.getByRole('button', { name: 'Collect' }).focus();
  await user.keyboard('{Enter}');
  screen.getByRole('checkbox', { name: /213824_at/ }).focus();
  await user.keyboard(' ');
  screen.getByRole('button', { name: 'Collect' }).focus();
  await user.keyboard('{Enter}');
  expect(collected).toEqual([['IDH1', 'OLIG2', null], ['OLIG2']]);
});

test('of a table from symbols the symbols are collected', async () => {
  const { user, collected } = open(
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
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  expect(collected).toEqual([['IDH1']]);
});

test('a table without symbols has nothing to collect', async () => {
  open({ ...PROBES, mapped_to: 'ENTREZID' }, [{ unique_identifier: '201193_at', value: '3417' }]);
  await screen.findByText('3417');
  expect(screen.queryByRole('button', { name: 'Collect' })).toBeNull();
});
