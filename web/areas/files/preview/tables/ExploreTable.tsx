import { Alert, Group, Progress, Slider, Text, TextInput } from '@mantine/core';
import type { exploreTable } from '@omicon/contract/areas/files/explore.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../../../base/addresses/address-query.ts';
import { NotLoaded } from '../../../../ui/feedback/NotLoaded.tsx';
import { Form } from '../../../../ui/form/Form.tsx';
import { SecondaryButton } from '../../../../ui/form/SecondaryButton.tsx';
import { countOf, formatCount } from '../../../../ui/text/format.ts';
import { findText, useExploreTable } from '../calls.ts';
import { GoToBox } from '../GoToBox.tsx';
import { StepButtons } from '../StepButtons.tsx';
import { SheetTable } from './SheetTable.tsx';
import { toSheet } from './sheet.ts';

const ROWS = 100;
const COLUMNS = 25;

const offset = z.coerce.number().int().min(0).catch(0);
const shape = z.object({ row: offset, column: offset });

type Table = ReplyOf<typeof exploreTable>;

type Finding = { at: number } | { sentence: string } | null;

/** Searches for a text, starting after the last match, or at the rows shown. */
function FindBox({ fileKey, from, onFound }: { fileKey: string; from: number; onFound(row: number): void }) {
  const [typed, setTyped] = useState('');
  const [finding, setFinding] = useState<Finding>(null);
  const running = useRef<AbortController | null>(null);
  const isRunning = finding !== null && 'at' in finding;

  // Leaving the table ends the search.
  useEffect(() => () => running.current?.abort(), []);

  function stop(result: Finding): void {
    running.current?.abort();
    setFinding(result);
  }

  async function find(): Promise<void> {
    const text = typed.trim();
    if (text === '') return;
    stop({ at: from });
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    try {
      const row = await findText({ key: fileKey, text, row: from }, signal, (at) => {
        if (!signal.aborted) setFinding({ at });
      });
      if (signal.aborted) return;
      setFinding(row === null ? { sentence: 'No further row contains it.' } : null);
      if (row !== null) onFound(row);
    } catch {
      if (!signal.aborted) setFinding({ sentence: 'The search failed. Please try again.' });
    }
  }

  return (
    <Form onSubmit={() => void find()}>
      <Group gap={4}>
        <TextInput
          size="xs"
          w={180}
          aria-label="Find in the table"
          placeholder="Find in the table"
          maxLength={200}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            stop(null);
          }}
        />
        {isRunning ? (
          // With keys, because a click on Stop would submit the form if the same element became the other button.
          <SecondaryButton key="stop" onClick={() => stop({ sentence: 'Stopped.' })}>
            Stop
          </SecondaryButton>
        ) : (
          <SecondaryButton key="find" type="submit" disabled={typed.trim() === ''}>
            Find next
          </SecondaryButton>
        )}
        <Text size="sm" c="dimmed" role="status">
          {finding !== null && ('at' in finding ? `at row ${formatCount(finding.at + 1)}` : finding.sentence)}
        </Text>
      </Group>
    </Form>
  );
}

function IndexState({ table }: { table: Table }) {
  if (table.state === 'ready') return null;
  if (table.state === 'failed') {
    return (
      <Alert color="orange" variant="light" role="alert" mb="sm">
        This file could not be indexed. Its beginning is shown; download the file to see all of it.
      </Alert>
    );
  }
  const what = table.state === 'unpacking' ? 'The file is being unpacked.' : 'The rows are being counted.';
  return (
    <div>
      <Text size="sm" c="dimmed" role="status">
        {what} {countOf(table.known_rows, 'row')} can be reached by now ({Math.floor(100 * table.progress)}{' '}
        %).
      </Text>
      <Progress value={100 * table.progress} size="sm" mb="sm" aria-label="Share of the file that was read" />
    </div>
  );
}

/** Names and kinds of the columns shown. */
function titleOf({ name, kind }: Table['columns'][number]): string {
  return kind === 'text' || kind === 'empty' ? name : `${name} (${kind})`;
}

/** A text table of any size, a hundred rows and 25 columns at a time. The position is in the address. */
export function ExploreTable({ fileKey }: { fileKey: string }) {
  const { query, setQuery } = useAddressQuery(shape);
  const [found, setFound] = useState<number | null>(null);
  const reply = useExploreTable({
    key: fileKey,
    row: query.row,
    rows: ROWS,
    column: query.column,
    columns: COLUMNS,
  });
  const table = reply.data;
  const sheet = useMemo(
    () =>
      table === undefined
        ? null
        : toSheet(
            table.columns.map(titleOf),
            table.rows.map(({ cells }) => cells),
          ),
    [table],
  );
  // The table stays while a later call fails, with what was typed.
  if (table === undefined || sheet === null) return <NotLoaded reply={reply} what="the table" lines={10} />;

  const goToRow = (row: number) => setQuery({ row: row === 0 ? null : String(row) }, true);
  const goToColumn = (column: number) => setQuery({ column: column === 0 ? null : String(column) }, true);
  const known = Math.max(table.known_rows, query.row + table.rows.length);
  const last = query.row + table.rows.length;
  const lastColumn = query.column + table.columns.length;
  const cut = table.rows.filter((row) => row.is_cut).length;

  function showFound(row: number): void {
    setFound(row);
    goToRow(Math.max(0, row - 5));
  }

  return (
    <>
      <Group gap="sm" mb="sm" align="flex-start">
        <StepButtons
          what="rows"
          isFirst={query.row === 0}
          isLast={table.number_of_rows !== null && query.row + ROWS >= table.number_of_rows}
          onPrevious={() => goToRow(Math.max(0, query.row - ROWS))}
          onNext={() => goToRow(query.row + ROWS)}
        />
        <Text size="sm" lh="30px" miw="16em" role="status" className="tabular">
          Rows {formatCount(table.rows.length === 0 ? 0 : query.row + 1)} to {formatCount(last)} of{' '}
          {table.number_of_rows === null ? 'more' : formatCount(table.number_of_rows)}
        </Text>
        <GoToBox
          label="Go to row"
          last={known}
          fault={`Enter a number from 1 to ${formatCount(known)}`}
          onGo={(row) => goToRow(row - 1)}
        />
        <FindBox
          key={fileKey}
          fileKey={fileKey}
          from={found === null ? query.row : found + 1}
          onFound={showFound}
        />
        {table.number_of_columns > COLUMNS && (
          <>
            <StepButtons
              what="columns"
              isFirst={query.column === 0}
              isLast={query.column + COLUMNS >= table.number_of_columns}
              onPrevious={() => goToColumn(Math.max(0, query.column - COLUMNS))}
              onNext={() => goToColumn(query.column + COLUMNS)}
            />
            <Text size="sm" lh="30px" role="status" className="tabular">
              Columns {formatCount(query.column + 1)} to {formatCount(lastColumn)} of{' '}
              {formatCount(table.number_of_columns)}
            </Text>
          </>
        )}
      </Group>
      {/* Below the controls: they keep their place when it ends, also under a pointer. */}
      <IndexState table={table} />
      {known > ROWS && (
        <Slider
          size="sm"
          mb="md"
          min={0}
          max={Math.max(0, known - 1)}
          key={query.row}
          defaultValue={query.row}
          thumbLabel="Row"
          label={(row) => `Row ${formatCount(row + 1)}`}
          onChangeEnd={goToRow}
        />
      )}
      {cut > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {countOf(cut, 'row')} shown only in part: longer than 4 MiB.
        </Text>
      )}
      <SheetTable
        sheet={sheet}
        numberOfColumns={table.number_of_columns}
        numberOfRows={table.number_of_rows ?? undefined}
        firstRow={query.row}
        firstColumn={query.column}
        markedRow={found}
      />
    </>
  );
}
