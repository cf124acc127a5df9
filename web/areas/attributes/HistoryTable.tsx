import { ActionIcon, Anchor, Button, Group, Table } from '@mantine/core';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDownload } from '../../actions/download/use-download.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { formatCount, formatDate, formatTime } from '../../ui/text/format.ts';

interface Version {
  version: number;
  date_modified: string;
  size: number;
  entries: number;
  key: string;
  change?: string;
  changed_by?: string | null;
}

export interface HistoryItem {
  name: string;
  /** page of the portal with the entries */
  href: string | null;
  /** page of another site */
  redirectionUrl: string | null;
  history: readonly Version[];
  fileAddress(version: Version): string;
}

function VersionRow({ item, version, isFirst, children }: RowProps) {
  const { download } = useDownload('ATTRIBUTES_VERSION_LIST_VIEW');
  const label = `${item.name}, version ${version.version}`;
  return (
    <Table.Tr>
      <Table.Td>
        {isFirst ? (
          <Group gap={4} wrap="nowrap">
            {children}
            {item.href === null ? item.name : <AddressLink href={item.href}>{item.name}</AddressLink>}
            {item.redirectionUrl !== null && (
              <Anchor size="xs" href={item.redirectionUrl} target="_blank" rel="noopener noreferrer">
                Website
              </Anchor>
            )}
          </Group>
        ) : null}
      </Table.Td>
      <Table.Td>{version.version}</Table.Td>
      <Table.Td title={formatTime(version.date_modified)}>{formatDate(version.date_modified)}</Table.Td>
      <Table.Td ta="right">{formatCount(version.entries)}</Table.Td>
      <Table.Td ta="right">{formatSize(version.size)}</Table.Td>
      <Table.Td>
        {version.change}
        {version.changed_by ? ` (${version.changed_by})` : ''}
      </Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Download ${label}`}
          title={`Download ${label}`}
          onClick={() => download(item.fileAddress(version), label)}
        >
          <IconDownload size={16} aria-hidden="true" />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

interface RowProps {
  item: HistoryItem;
  version: Version;
  isFirst: boolean;
  children?: React.ReactNode;
}

function ItemRows({ item }: { item: HistoryItem }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = item.history;
  if (first === undefined) return null;
  const hidden = item.history.length - 1;
  const shown = isOpen ? item.history : [first];
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return shown.map((version, index) => (
    <VersionRow key={version.key} item={item} version={version} isFirst={index === 0}>
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={`${hidden + 1} versions of ${item.name}`}
          leftSection={<Icon size={14} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {hidden + 1} versions
        </Button>
      )}
    </VersionRow>
  ));
}

/** Versioned items: a row shows the newest version and expands to all of them. */
export function HistoryTable({ items, label }: { items: readonly HistoryItem[]; label: string }) {
  if (items.length === 0)
    return <EmptyState title="No records found">{label} appear here once they have been added.</EmptyState>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section style={{ position: 'relative', overflowX: 'auto' }} aria-label={label} tabIndex={0}>
      <Table aria-label={label} miw={680}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Version</Table.Th>
            <Table.Th>Date Modified</Table.Th>
            <Table.Th ta="right">Entries</Table.Th>
            <Table.Th ta="right">Size</Table.Th>
            <Table.Th>Change</Table.Th>
            <Table.Th>File</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <ItemRows key={item.name} item={item} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
