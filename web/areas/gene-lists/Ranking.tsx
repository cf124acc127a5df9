import { Box, Button, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { showFailure } from '../../ui/feedback/show-failure.ts';
import { useIsLate } from '../../ui/feedback/use-is-late.ts';
import { type Column, valueOfCell } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { saveText, writeTable } from '../../ui/grid/write-table.ts';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { type PageOfRanking, type RankedPage, type RankingSource, useRankedPage } from './calls.ts';
import { PICTURE_HEIGHT, RankingPicture } from './RankingPicture.tsx';
import type { RankedPoint } from './ranking-layout.ts';

/** The page of a ranking that the picture shows. */
const STRONGEST = { page: 1, page_size: 100, sort: 'Pval', order: 'asc' } as const;
const A_PAGE = 1000;

/** Query parameters for page and order of a ranking. */
function pageShape(columns: readonly { key: string }[]) {
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
    page_size: z.coerce.number().int().min(1).max(A_PAGE).catch(20),
    sort: z
      .string()
      .refine((sort) => columns.some(({ key }) => key === sort))
      .catch('Pval'),
    order: z.enum(['asc', 'desc']).catch('asc'),
  });
}

interface RankingProps<Row> {
  /** `modules` or `gene sets` */
  what: string;
  name: string;
  columns: readonly Column<Row>[];
  source: RankingSource<Row>;
  pointOf(row: Row): RankedPoint;
  rowKey(row: Row): string;
  rowName(row: Row): string;
  rowHref(row: Row): string | null;
  emptyHint: string;
}

/** Progress of a ranking that takes a while, then a summary of what was ranked. */
function RankingStatus({ list, what }: { list: UseQueryResult<RankedPage<unknown>>; what: string }) {
  const isLate = useIsLate(list.isFetching);
  if (isLate) return <Status>Counting the overlap with all {what} and ranking them…</Status>;
  if (list.data === undefined) return <Status>{null}</Status>;
  const { total, tested, execution_ms } = list.data;
  return (
    <Status>
      {formatCount(total)} of {formatCount(tested)} {what} share at least one gene with your list (q:
      Benjamini-Hochberg over all {formatCount(tested)}). Ranked in {(execution_ms / 1000).toFixed(2)} s.
    </Status>
  );
}

function Status({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" role="status" mih={20}>
      {children}
    </Text>
  );
}

/** Downloads all rows of a ranking in the order shown, page by page. */
function AllRows<Row>({ total, ...ranking }: RankingProps<Row> & { total: number; page: PageOfRanking }) {
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const rows: Row[] = [];
      // The total on the screen may be of the previous ranking.
      for (let page = 1, isLast = false; !isLast; page += 1) {
        const read = await ranking.source.read({ ...ranking.page, page, page_size: A_PAGE });
        rows.push(...read.rows);
        isLast = page * A_PAGE >= read.total;
      }
      const titles = ranking.columns.map(({ title }) => title);
      const cells = rows.map((row) => ranking.columns.map((column) => valueOfCell(column, row)));
      saveText(writeTable(titles, cells, 'tsv'), `${ranking.name}.tsv`, 'text/tab-separated-values');
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="xs" variant="default" loading={isBusy} disabled={total === 0} onClick={() => void save()}>
      All {countOf(total, 'row')} as TSV
    </Button>
  );
}

/** Picture and grid of the modules or gene sets that share genes with a list. */
export function Ranking<Row>(props: RankingProps<Row>) {
  const { columns, what, source } = props;
  const { query, pagingOf } = useAddressGrid(pageShape(columns));
  const list = useRankedPage(props.name, source, query);
  const top = useRankedPage(props.name, source, STRONGEST);
  const points = (top.data?.rows ?? []).map(props.pointOf);
  return (
    <Stack gap="md" aria-busy={list.data === undefined && !list.isError}>
      <RankingStatus list={list} what={what} />
      {top.isPending && <Box h={PICTURE_HEIGHT} />}
      {points.length > 0 && (
        <RankingPicture
          points={points}
          title={
            points.length === top.data?.total
              ? `All ${formatCount(points.length)} ${what}`
              : `The ${formatCount(points.length)} ${what} with the smallest P`
          }
          fileName={`${props.name}-picture`}
        />
      )}
      <DataGrid
        name={props.name}
        caption={`Ranked ${what}`}
        columns={columns}
        rows={list.data?.rows}
        server={pagingOf(list.data?.total)}
        failure={failureOf(list)}
        isFilterable={false}
        rowKey={props.rowKey}
        rowName={props.rowName}
        rowHref={props.rowHref}
        emptyHint={props.emptyHint}
        toolbar={<AllRows {...props} total={list.data?.total ?? 0} page={query} />}
      />
    </Stack>
  );
}
