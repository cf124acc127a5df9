import { Text } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { NotLoaded } from '../../../../ui/feedback/NotLoaded.tsx';
import { showToast } from '../../../../ui/feedback/toasts.ts';
import { countOf } from '../../../../ui/text/format.ts';
import { usePreviewCsv } from '../calls.ts';
import { SheetTable } from './SheetTable.tsx';
import { toSheet } from './sheet.ts';

/** The first 25 columns of a csv file as a spreadsheet. */
export function CsvPreview({ fileKey }: { fileKey: string }) {
  const preview = usePreviewCsv(fileKey);
  const { data, isError } = preview;
  const sheet = useMemo(() => (data === undefined ? null : toSheet(data.columns, data.rows)), [data]);

  useEffect(() => {
    if (isError) showToast({ type: 'danger', title: 'Error!', message: 'Error while previewing the file' });
  }, [isError]);

  if (sheet === null || data === undefined || isError)
    return <NotLoaded reply={preview} what="the table" lines={10} />;
  const { number_of_columns: columns, number_of_rows: rows } = data;
  const isCut = columns > data.columns.length;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {countOf(rows, 'row')} and {countOf(columns, 'column')}
        {isCut &&
          `. The first ${data.columns.length} columns are shown; download the file to see all of them`}
        .
      </Text>
      <SheetTable sheet={sheet} numberOfColumns={columns} />
    </>
  );
}
