// @vitest-environment jsdom
import { listGeneDataSets } from '@omicon/contract/areas/genes/genes.ts';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_SAVED_ROWS, useEveryRow } from '../../base/calls/use-every-row.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { saveText } from '../files/write-table.ts';
import type { Column } from './columns.ts';
import { DataGrid } from './DataGrid.tsx';

vi.mock('../files/write-table.ts', async (load) => ({ ...(await load<object>()), saveText: vi.fn() }));
beforeEach(() => {
  vi.mocked(saveText).mockClear();
});

interface Gene {
  symbol: string;
  r: number;
}
const COLUMNS: readonly Column<Gene>[] = [
  { key: 'symbol', title: 'Gene', kind: 'identifier', width: 100 },
  { key: 'r', title: 'r', kind: 'decimal', width: 100 },
];
const genes = (count: number): Gene[] =>
  Array.from({ length: count }, (_, at) => ({ symbol: `GENE${at}`, r: at / 100 }));

/** Lines of the text that was saved last. */
function savedLines(): string[] {
  return (vi.mocked(saveText).mock.lastCall?.[0] ?? '').trimEnd().split('\r\n');
}

const grid = (rows: readonly Gene[]) => (
  <DataGrid
    name="correlates"
    caption="Correlates"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ symbol }) => symbol}
    rowName={({ symbol }) => symbol}
  />
);

test('the rows shown and all rows of a list are saved, all in the order and with the filter of the screen', async () => {
  const { draw, user } = openScreen(grid(genes(45)));
  draw();
  const menu = screen.getByRole('button', { name: 'Download the rows shown' });
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: 'Rows shown as TSV' }));
  expect(savedLines()).toHaveLength(1 + 20);
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: 'All 45 rows as TSV' }));
  expect(savedLines()).toHaveLength(1 + 45);
  expect(savedLines().at(-1)).toBe('GENE44\t0.44');
  await user.type(screen.getByRole('textbox', { name: 'Filter Correlates' }), 'GENE4');
  await screen.findByText('6 records');
  await user.click(menu);
  // GENE4 and GENE40 to GENE44 are on one page.
  await screen.findByRole('menuitem', { name: 'Rows shown as CSV' });
  expect(screen.queryByRole('menuitem', { name: /^All/ })).toBeNull();
});

test('keys that follow each other within one frame each move the cell in focus', async () => {
  const { draw } = openScreen(grid(genes(5)));
  draw();
  const cell = (row: number, column: number) =>
    document.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`);
  const press = (key: string) =>
    act(
      () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    );
  act(() => cell(0, 0)?.focus());
  press('ArrowDown');
  press('ArrowDown');
  press('ArrowRight');
  expect(document.activeElement).toBe(cell(2, 1));
  expect(cell(2, 1)?.tabIndex).toBe(0);
  expect(cell(0, 0)?.tabIndex).toBe(-1);
});

function ServerGrid({ total }: { total: number }) {
  const everyRow = useEveryRow(listGeneDataSets, { params: { symbol: 'TREM2' }, query: { search: 'GSE' } });
  const view = { page: 1, pageSize: 2, sorting: null, search: 'GSE' };
  return (
    <DataGrid
      name="gene-data-sets"
      caption="Data sets"
      columns={[{ key: 'title', title: 'Title', kind: 'text', width: 100 }]}
      rows={[dataSet(1), dataSet(2)]}
      server={{ total, view, onChange: () => undefined }}
      everyRow={everyRow}
      rowKey={({ omicon_id }) => omicon_id}
      rowName={({ title }) => title}
    />
  );
}
const dataSet = (id: number) => ({
  ...{ id, omicon_id: `OM.DS.${id}`, title: `GSE${id}`, number_of_samples: 9 },
  ...{ is_centred: false, features: [] },
});

test('all rows of a list of which the server sends one page are read, page by page', async () => {
  const { portal, draw, user } = openScreen(<ServerGrid total={4} />);
  portal.replies(listGeneDataSets, {
    results: [dataSet(1), dataSet(2)],
    ...{ total: 4, page: 1, items_per_page: 2 },
  });
  draw();
  await user.click(screen.getByRole('button', { name: 'Download the rows shown' }));
  await user.click(await screen.findByRole('menuitem', { name: 'All 4 rows as TSV' }));
  await waitFor(() => expect(savedLines()).toEqual(['Title', 'GSE1', 'GSE2', 'GSE1', 'GSE2']));
  expect(portal.sent(listGeneDataSets)).toHaveLength(2);
});

test('of a list with more rows than are read at once the first are offered', async () => {
  const { draw, user } = openScreen(<ServerGrid total={MAX_SAVED_ROWS + 1} />);
  draw();
  await user.click(screen.getByRole('button', { name: 'Download the rows shown' }));
  await screen.findByRole('menuitem', { name: 'First 10,000 rows as CSV' });
});

describe('a page beyond the end of a list', () => {
  function beyondTheEnd(total: number, onChange: (change: object) => void) {
    return (
      <DataGrid
        name="gene-data-sets"
        caption="Data sets"
        columns={[{ key: 'title', title: 'Title', kind: 'text', width: 100 }]}
        rows={[]}
        server={{ total, view: { page: 7, pageSize: 20, sorting: null, search: '' }, onChange }}
        rowKey={({ omicon_id }: ReturnType<typeof dataSet>) => omicon_id}
        rowName={({ title }) => title}
        emptyHint="Nothing has been uploaded."
      />
    );
  }

  test('says so, with the number of pages, and leads to the last', async () => {
    const onChange = vi.fn();
    const { draw, user } = openScreen(beyondTheEnd(45, onChange));
    draw();
    screen.getByText('There is no page 7');
    screen.getByText(/45 records on 3 pages/);
    await user.click(screen.getByRole('button', { name: 'Go to the last page, 3' }));
    expect(onChange).toHaveBeenCalledWith({ page: 3 });
  });

  test('of a list without records is like its first page', () => {
    const { draw } = openScreen(beyondTheEnd(0, () => undefined));
    draw();
    screen.getByText('Nothing has been uploaded.');
  });
});

describe('of a selection in a grid', () => {
  const TITLE = 'Gravendeel 2009 GSE16011 EXT Glioma OR QN BC';

  /** What a copy of everything between two cells puts on the clipboard. */
  function copied(from: Element, to: Element): string {
    const range = document.createRange();
    range.setStart(from, 0);
    range.setEnd(to, to.childNodes.length);
    window.getSelection()?.removeAllRanges();
    window.getSelection()?.addRange(range);
    const setData = vi.fn();
    fireEvent(from, createEvent.copy(from, { clipboardData: { setData } }));
    return setData.mock.lastCall?.[1] ?? '';
  }

  test('a title is copied as one line, and cells by tabs', () => {
    const { draw } = openScreen(
      <DataGrid
        name="data-sets"
        caption="Data sets"
        columns={[
          { key: 'title', title: 'Title', kind: 'identifier', width: 100 },
          { key: 'version', title: 'Version', kind: 'text', width: 100 },
        ]}
        rows={[
          { title: TITLE, version: 'A.1.2' },
          { title: `${TITLE} 2`, version: 'A.1.3' },
        ]}
        rowKey={({ title }) => title}
        rowName={({ title }) => title}
      />,
    );
    draw();
    const [first, version, second] = ['0/0', '0/1', '1/0'].map((place) => {
      const [row, column] = place.split('/');
      return document.querySelector(`[data-row="${row}"][data-column="${column}"]`) as Element;
    }) as [Element, Element, Element];
    expect(copied(first, first)).toBe(TITLE);
    expect(copied(first, version)).toBe(`${TITLE}\tA.1.2`);
    expect(copied(first, second)).toBe(`${TITLE}\tA.1.2\n${TITLE} 2`);
  });
});
