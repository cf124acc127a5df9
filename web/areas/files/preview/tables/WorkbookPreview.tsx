import { Alert, Group, NativeSelect, Text } from '@mantine/core';
import { MAX_SHEET_COLUMNS } from '@omicon/domain/files/file-kinds.ts';
import { useMemo, useState } from 'react';
import { NotLoaded } from '../../../../ui/feedback/NotLoaded.tsx';
import { countOf, formatCount } from '../../../../ui/text/format.ts';
import { usePreviewSheet } from '../calls.ts';
import { SheetTable } from './SheetTable.tsx';
import { toSheet } from './sheet.ts';

type Shown = NonNullable<ReturnType<typeof usePreviewSheet>['data']>;

/** Sentence on the size of the sheet and the part shown. */
function describe(shown: Shown): string {
  const { number_of_rows: rows, number_of_columns: columns } = shown;
  const width = Math.min(columns, MAX_SHEET_COLUMNS);
  const isCut = rows > shown.rows.length || columns > width;
  const part = `The first ${countOf(shown.rows.length, 'row')} and ${countOf(width, 'column')} are shown; download the file to see all of it.`;
  return `${countOf(rows, 'row')} and ${countOf(columns, 'column')}.${isCut ? ` ${part}` : ''}`;
}

/** The sheets of an xls or xlsx workbook, one at a time. */
export function WorkbookPreview({ fileKey }: { fileKey: string }) {
  const [sheetIndex, setSheetIndex] = useState(0);
  const preview = usePreviewSheet(fileKey, sheetIndex);
  const { data, isError } = preview;
  const sheet = useMemo(() => (data === undefined ? null : toSheet([], data.rows)), [data]);

  if (data === undefined || sheet === null || isError)
    return <NotLoaded reply={preview} what="the workbook" lines={10} />;
  const unnamed = data.number_of_sheets - data.sheets.length;
  return (
    <>
      <Group gap="sm" mb="sm" align="center">
        <NativeSelect
          size="xs"
          aria-label="Sheet"
          maw={280}
          value={String(sheetIndex)}
          data={data.sheets.map((name, at) => ({ value: String(at), label: name }))}
          onChange={(event) => setSheetIndex(Number(event.currentTarget.value))}
        />
        <Text size="sm" c="dimmed" role="status">
          {describe(data)}
        </Text>
      </Group>
      {unnamed > 0 && (
        <Alert color="orange" variant="light" mb="sm">
          This workbook has {formatCount(data.number_of_sheets)} sheets. The first{' '}
          {formatCount(data.sheets.length)} can be chosen here; download the file to see all of them.
        </Alert>
      )}
      <SheetTable
        key={data.sheet}
        sheet={sheet}
        numberOfColumns={data.number_of_columns}
        numberOfRows={data.number_of_rows}
      />
    </>
  );
}
