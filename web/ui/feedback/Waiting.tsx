import { Loader, Skeleton, Stack, Text } from '@mantine/core';
import { useIsLate } from './use-is-late.ts';

const EXPLAIN_MS = 1000;

/** Loading placeholder: nothing for 200 ms, then a skeleton, after a second also the name of the awaited content. */
export function Waiting({ what, lines = 6 }: { what: string; lines?: number }) {
  const isLate = useIsLate(true);
  const isLong = useIsLate(true, EXPLAIN_MS);
  if (!isLate) return <div aria-busy="true" />;
  return (
    <Stack gap="lg" py="md" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={line} height={14} width={`${80 - ((line * 11) % 40)}%`} />
      ))}
      {isLong && (
        <Text size="sm" c="dimmed" role="status">
          <Loader size={12} mr={8} />
          Reading {what}
        </Text>
      )}
    </Stack>
  );
}
