import { Progress, Stack, Text } from '@mantine/core';
import { countOf, formatCount, formatDuration } from '../../ui/text/format.ts';
import type { UploadReport } from './calls.ts';

const PHASES: Record<UploadReport['progress']['phase'], string> = {
  waiting: 'Waiting for its turn',
  checking: 'Checking the files',
  storing: 'Storing the records',
  ended: 'Ended',
};

/** Progress of an import, by file and by row. */
export function ImportProgress({ progress }: { progress: UploadReport['progress'] }) {
  const { phase, file, files_done, files_total, rows, seconds_left } = progress;
  return (
    <Stack maw={560} gap="sm">
      <Text fw={500} role="status">
        {PHASES[phase]}
      </Text>
      <Progress
        value={files_total === 0 ? 0 : (files_done / files_total) * 100}
        animated={files_total === 0}
        aria-label="Part of the files that is done"
      />
      <Text size="sm" c="dimmed" className="tabular">
        {formatCount(files_done)} of {countOf(files_total, 'file')}, {countOf(rows, 'row')}
        {seconds_left !== null && `, ${formatDuration(seconds_left)} left`}
      </Text>
      {file !== null && (
        <Text size="sm" className="identifier" truncate>
          {file}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        The import goes on when you leave this page.
      </Text>
    </Stack>
  );
}
