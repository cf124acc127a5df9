import { Box, Stack, Text } from '@mantine/core';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { showFailure } from '../../../ui/feedback/show-failure.ts';
import { useIsLate } from '../../../ui/feedback/use-is-late.ts';
import { saveText, writeTable } from '../../../ui/files/write-table.ts';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { type Column, tableOf } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../../ui/grid/failure-of.ts';
import { type Folding, useFolds, useOpenRows } from '../../../ui/grid/folds/use-folds.tsx';
import { useAddressGrid } from '../../../ui/grid/use-address-grid.ts';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import {
  type PageOfRanking,
  type RankedPage,
  type RankingSource,
  strongestQuery,
  useFoldedRows,
  useRankedPage,
} from '../calls.ts';
import { PICTURE_HEIGHT, RankingPicture } from './RankingPicture.tsx';
import type { RankedPoint, RankingAxis } from './ranking-layout.ts';

const A_PAGE = 1000;

/** Query parameters for page and order of a ranking. */
function pageShape(columns: readonly { key: string }[], byP: string) {
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
    page_size: z.coerce.number().int().min(1).max(A_PAGE).catch(20),
    sort: z
      .string()
      .refine((sort) => columns.some(({ key }) => key === sort))
      .catch(byP),
    order: z.enum(['asc', 'desc']).catch('asc'),
  });
}

interface RankingProps<Row extends RowData, Found extends RankedPage<Row>> {
  /** `modules` or `gene sets` */
  what: string;
  name: string;
  columns: readonly Column<Row>[];
  source: RankingSource<Row, Found>;
  /** column of the P that orders the rows */
  byP?: string;
  axis: RankingAxis;
  /** what was ranked, in a sentence */
  describe(page: Found): string;
  pointOf(row: Row): RankedPoint;
  /** of rankings whose rows can be folded */
  folding?: Folding<NoInfer<Row>> | undefined;
  /** what rows stand for where that is not `what` */
  rowsAre?: string | undefined;
  rowKey(row: Row): string;
  rowName(row: Row): string;
  rowHref(row: Row): string | null;
  emptyHint: ReactNode;
  /** a button for the checked rows */
  chosenAction(listChosen: () => readonly Row[]): ReactNode;
}

interface StatusProps<Found> {
  list: UseQueryResult<Found>;
  what: string;
  describe(page: Found): string;
}

/** Progress of a ranking that takes a while, then a summary of what was ranked. */
function RankingStatus<Found extends { execution_ms: number }>({ list, what, describe }: StatusProps<Found>) {
  const isLate = useIsLate(list.isFetching);
  if (isLate) return <Status>Testing all {what} and ranking them…</Status>;
  if (list.data === undefined) return <Status>{null}</Status>;
  return (
    <Status>
      {describe(list.data)} Ranked in {(list.data.execution_ms / 1000).toFixed(2)} s.
    </Status>
  );
}

/** Two lines from the start, so that the grid below stays where it is when the summary arrives. */
function Status({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" role="status" mih="2lh">
      {children}
    </Text>
  );
}

interface AllRowsProps<Row> {
  page: PageOfRanking;
  /** of all pages, and of those opened under others */
  total: number;
  /** a row with those opened under it */
  withUnder(row: Row): readonly Row[];
}

/** Downloads all rows of a ranking in the order shown, page by page. */
function AllRows<Row extends RowData, Found extends RankedPage<Row>>({
  total,
  withUnder,
  ...ranking
}: RankingProps<Row, Found> & AllRowsProps<Row>) {
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const rows: Row[] = [];
      // The total on the screen may be of the previous ranking.
      for (let page = 1, isLast = false; !isLast; page += 1) {
        const { read, readUnfolded } = ranking.source;
        const found = await (readUnfolded ?? read)({ ...ranking.page, page, page_size: A_PAGE });
        rows.push(...(readUnfolded === undefined ? found.rows.flatMap(withUnder) : found.rows));
        isLast = page * A_PAGE >= found.total;
      }
      const table = writeTable(...tableOf(ranking.columns, rows), 'tsv');
      saveText(table, `${ranking.name}.tsv`, 'text/tab-separated-values');
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <SecondaryButton loading={isBusy} disabled={total === 0} onClick={() => void save()}>
      {/* Folded rows are in the file, too. */}
      {ranking.source.readUnfolded === undefined ? `All ${countOf(total, 'row')}` : 'All rows'} as TSV
    </SecondaryButton>
  );
}

/** Picture of the strongest rows. */
function Strongest<Row extends RowData, Found extends RankedPage<Row>>({
  what,
  rowsAre = what,
  name,
  source,
  axis,
  byP,
  pointOf,
}: RankingProps<Row, Found> & { byP: string }) {
  const top = useQuery({ ...strongestQuery(name, source, byP), placeholderData: keepPreviousData });
  if (top.isPending) return <Box h={PICTURE_HEIGHT} />;
  const points = (top.data?.rows ?? []).map(pointOf);
  if (points.length === 0) return null;
  return (
    <RankingPicture
      points={points}
      axis={axis}
      title={
        points.length === top.data?.total
          ? `All ${formatCount(points.length)} ${rowsAre}`
          : `The ${formatCount(points.length)} ${rowsAre} with the smallest P`
      }
      fileName={`${name}-picture`}
    />
  );
}

/** Grid of ranked modules or gene sets, and their picture below it. */
export function Ranking<Row extends RowData, Found extends RankedPage<Row>>(props: RankingProps<Row, Found>) {
  const { columns, what, source, byP = 'Pval' } = props;
  const { query, pagingOf } = useAddressGrid(pageShape(columns, byP));
  const list = useRankedPage(props.name, source, query, byP);
  const openRows = useOpenRows(props, list.data?.rows);
  const under = useFoldedRows(props.name, source, openRows.open);
  const folds = useFolds(props, list.data?.rows, { ...openRows, under });
  const { total = 0, rows = [] } = list.data ?? {};
  const opened = (folds.rows ?? []).length - rows.length;
  return (
    <Stack gap="md" aria-busy={list.data === undefined && !list.isError}>
      <RankingStatus list={list} what={what} describe={props.describe} />
      <DataGrid
        name={props.name}
        caption={`Ranked ${what}`}
        columns={folds.columns}
        rows={folds.rows}
        server={pagingOf(list.data?.total)}
        failure={failureOf(list)}
        isFilterable={false}
        rowKey={props.rowKey}
        rowName={props.rowName}
        rowHref={props.rowHref}
        emptyHint={props.emptyHint}
        chosenAction={props.chosenAction}
        toolbar={<AllRows {...props} total={total + opened} withUnder={folds.withUnder} page={query} />}
      />
      <Strongest {...props} byP={byP} />
    </Stack>
  );
}
