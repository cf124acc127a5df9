import { Button, Group, Menu, Text } from '@mantine/core';
import { IconBox, IconChevronDown, IconTable, IconTablePlus } from '@tabler/icons-react';
import { KME_MISSING } from './kme-missing.ts';

interface NetworkDownloadsProps {
  kmeState: 'ready' | 'waiting' | 'failed';
  isPending: boolean;
  onDownload(type: 'kme-table' | 'docker' | 'kme-docker'): void;
  onCreate(): void;
}

/** Downloads of a network besides its files: kME tables, and Docker images. */
export function NetworkDownloads({ kmeState, isPending, onDownload, onCreate }: NetworkDownloadsProps) {
  return (
    <Group gap="sm">
      <Menu position="bottom-end" width={320} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={kmeState !== 'ready'}
            loading={isPending}
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
      {kmeState !== 'ready' && (
        <Text size="sm" c={kmeState === 'failed' ? 'red' : 'dimmed'} role="status">
          {KME_MISSING[kmeState]}
        </Text>
      )}
    </Group>
  );
}
