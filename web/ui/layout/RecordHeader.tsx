import { Badge, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { nameVisibility, type Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { ReactNode } from 'react';
import { Select } from '../form/options/Select.tsx';
import { BreakableName } from '../text/BreakableName.tsx';
import { ColourSwatch } from '../text/ColourSwatch.tsx';
import { CopyLinkButton, CopyText } from '../text/CopyText.tsx';
import { formatDate, formatTime, MISSING } from '../text/format.ts';
import classes from './record-header.module.css';

interface RecordHeaderProps {
  kind: string;
  record: {
    title: string;
    omicon_id: string;
    visibility: Visibility;
    version: number;
    owner: string | null;
    upload_date: string;
  };
  versions: readonly { version: number; upload_date: string; is_current: boolean }[];
  onVersion(version: number): void;
  actions?: ReactNode;
  /** how to cite the record */
  cite?: ReactNode;
  /** colour that the record is named after, as CSS */
  swatch?: string | null;
  /** below the title */
  subtitle?: ReactNode;
}

function VersionSwitch({ record, versions, onVersion }: Omit<RecordHeaderProps, 'kind' | 'actions'>) {
  if (versions.length < 2) return <Text size="sm">Version {record.version}</Text>;
  return (
    <Select
      size="xs"
      w={230}
      aria-label="Version"
      allowDeselect={false}
      value={String(record.version)}
      data={versions.map(({ version, upload_date, is_current }) => ({
        value: String(version),
        label: `Version ${version}, ${formatDate(upload_date)}${is_current ? ' (current)' : ''}`,
      }))}
      onChange={(version) => onVersion(Number(version ?? record.version))}
    />
  );
}

/** Header of every record page. */
export function RecordHeader({
  kind,
  record,
  versions,
  onVersion,
  actions,
  cite,
  swatch = null,
  subtitle,
}: RecordHeaderProps) {
  useDocumentTitle(`${record.title} - Omicon`);
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <div>
          <Text size="xs" c="dimmed">
            {kind}
          </Text>
          <Title order={1}>
            <ColourSwatch colour={swatch} /> <BreakableName text={record.title} />
          </Title>
          {subtitle}
        </div>
        {actions}
      </div>
      <Group gap="sm" mt={6}>
        <CopyText
          text={record.omicon_id}
          label="Copy Omicon ID"
          confirmation="The Omicon ID has been copied"
        />
        <CopyLinkButton size="sm" />
        {cite}
        <Badge variant="outline" color={record.visibility === 'public' ? 'teal' : 'gray'} tt="none" fw={500}>
          {nameVisibility(record.visibility)}
        </Badge>
        <VersionSwitch record={record} versions={versions} onVersion={onVersion} />
        <Text size="sm" c="dimmed">
          Owner {record.owner ?? MISSING}
        </Text>
        <Text size="sm" c="dimmed" title={formatTime(record.upload_date)}>
          Uploaded {formatDate(record.upload_date)}
        </Text>
      </Group>
    </header>
  );
}
