import { Group, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { getCovariationNetwork } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { PermissionCode } from '@omicon/domain/permissions/permissions.ts';
import { IconBox, IconChevronDown, IconTable, IconTablePlus } from '@tabler/icons-react';
import { useStartDownload } from '../../actions/download/start-download.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { KmeTableForm } from './KmeTableForm.tsx';
import { KME_MISSING } from './kme-missing.ts';

interface DownloadMenuProps {
  kmeState: 'ready' | 'waiting' | 'failed';
  isPending: boolean;
  onDownload(type: 'kme-table' | 'docker' | 'kme-docker'): void;
  onCreate(): void;
}

function DownloadMenu({ kmeState, isPending, onDownload, onCreate }: DownloadMenuProps) {
  return (
    <Group gap="sm">
      <Menu position="bottom-end" width={320} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <SecondaryButton
            disabled={kmeState !== 'ready'}
            loading={isPending}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            Download
          </SecondaryButton>
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

interface NetworkDownloadsProps {
  network: ReplyOf<typeof getCovariationNetwork>;
  version: number | undefined;
}

/** Downloads of a network besides its files: kME tables, and Docker images. */
export function NetworkDownloads({ network, version }: NetworkDownloadsProps) {
  const { hasPermission, isGuest } = useSession();
  const { startDownload, isPending } = useStartDownload();
  const [isOpen, form] = useDisclosure(false);
  const mayDownload = hasPermission({ anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] });
  if (!mayDownload && !isGuest) return null;
  function download(type: 'kme-table' | 'docker' | 'kme-docker'): void {
    const needed: PermissionCode[] = ['PROJECT_FOLDER_FILE_DOWNLOAD'];
    if (type === 'kme-docker') needed.push('DS_FOLDER_FILE_DOWNLOAD');
    startDownload({ type, co_variation_network_id: network.id, version }, needed);
  }
  return (
    <>
      <DownloadMenu
        kmeState={network.kme_state}
        isPending={isPending}
        onDownload={download}
        // For guests, the download explains that it requires an account.
        onCreate={mayDownload ? form.open : () => download('kme-table')}
      />
      <Modal opened={isOpen} onClose={form.close} title="Create Local KME Table" size="lg">
        <KmeTableForm
          network={network}
          version={version}
          identifier={network.unique_identifier ?? 'Feature'}
          onClose={form.close}
        />
      </Modal>
    </>
  );
}
