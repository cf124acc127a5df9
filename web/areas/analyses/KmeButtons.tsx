import { Button, Group, Text } from '@mantine/core';

/** The two ways to kME of a network: the complete table, and one made of chosen features. */
export function KmeButtons({
  isReady,
  onDownload,
  onCreate,
}: {
  isReady: boolean;
  onDownload(): void;
  onCreate(): void;
}) {
  return (
    <Group gap="sm">
      <Button size="xs" variant="default" disabled={!isReady} onClick={onDownload}>
        Download KME Table
      </Button>
      <Button size="xs" variant="default" disabled={!isReady} onClick={onCreate}>
        Create Local KME Table
      </Button>
      {!isReady && (
        <Text size="sm" c="dimmed" role="status">
          The kME table is being computed.
        </Text>
      )}
    </Group>
  );
}
