import { Button, Group, Menu, Text } from '@mantine/core';
import { IconBox, IconChevronDown, IconTable, IconTablePlus } from '@tabler/icons-react';

interface NetworkDownloadsProps {
  isReady: boolean;
  isAsking: boolean;
  onDownload(type: 'kme-table' | 'docker' | 'kme-docker'): void;
  onCreate(): void;
}

/** What can be had of a network beside its files: kME tables, and images that run on one's own machine. */
export function NetworkDownloads({ isReady, isAsking, onDownload, onCreate }: NetworkDownloadsProps) {
  return (
    <Group gap="sm">
      <Menu position="bottom-end" width={320} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={!isReady}
            loading={isAsking}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTable size={16} aria-hidden="true" />}
            onClick={() => onDownload('kme-table')}
          >
            Download KME Table
          </Menu.Item>
          <Menu.Item leftSection={<IconTablePlus size={16} aria-hidden="true" />} onClick={onCreate}>
            Create Local KME Table
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBox size={16} aria-hidden="true" />}
            onClick={() => onDownload('docker')}
          >
            Docker image of the modules
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBox size={16} aria-hidden="true" />}
            onClick={() => onDownload('kme-docker')}
          >
            Docker image for the local KME table
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {!isReady && (
        <Text size="sm" c="dimmed" role="status">
          The kME table is being computed.
        </Text>
      )}
    </Group>
  );
}
