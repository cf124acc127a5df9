import { Progress, Stack, Text } from '@mantine/core';
import type { Draft } from '@omicon/contract/areas/drafts.ts';
import { countOf, formatCount, formatDuration } from '../../ui/text/format.ts';

/** Progress of the first reading of the files of a draft. */
export function ReadProgress({ progress }: Pick<Draft, 'progress'>) {
  const { phase, file, files_done, files_total, rows, seconds_left } = progress;
  return (
    <Stack maw={560} gap="sm">
      <Text fw={500} role="status">
        {phase === 'waiting' ? 'Waiting for its turn' : 'Reading the files'}
      </Text>
      <Progress
        value={files_total === 0 ? 0 : (files_done / files_total) * 100}
        animated={files_total === 0}
        aria-label="Part of the files that is read"
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
        You can leave this page: the files are read all the same, and wait for you here.
      </Text>
    </Stack>
  );
}
