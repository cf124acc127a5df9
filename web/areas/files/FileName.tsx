import { Group, UnstyledButton } from '@mantine/core';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { explorableForm, type FileType } from '@omicon/domain/files/file-kinds.ts';
import {
  type Icon,
  IconCode,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFolder,
  IconMessage,
  IconTable,
} from '@tabler/icons-react';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { MiddleText } from '../../ui/text/MiddleText.tsx';
import classes from './file-name.module.css';

const ICONS: Record<FileType, Icon> = {
  txt: IconFileText,
  xls: IconTable,
  pdf: IconFileTypePdf,
  'r-code': IconCode,
  folder: IconFolder,
  other: IconFile,
};

/** The type of a file for people: that of a compressed table is no kind of its own. */
function nameOfType({ name, fileType }: FileItem): string {
  const form = fileType === 'other' ? explorableForm(name) : null;
  return form === null ? fileType : `${form.extension}.gz`;
}

export function FileTypeIcon({ file, withName = false }: { file: FileItem; withName?: boolean }) {
  const Picture = ICONS[file.fileType];
  return (
    <Group gap={6} wrap="nowrap">
      <Picture size={16} stroke={1.5} aria-hidden="true" />
      {withName && nameOfType(file)}
    </Group>
  );
}

/** A file's name: a link to the folder or preview, or a download button for a file without preview. */
export function FileName({
  file,
  href,
  onDownload,
}: {
  file: FileItem;
  href: string | null;
  onDownload(file: FileItem): void;
}) {
  if (href !== null) {
    return (
      <AddressLink href={href} tabIndex={-1} className={classes.name ?? ''}>
        <MiddleText text={file.name} />
      </AddressLink>
    );
  }
  return (
    <UnstyledButton tabIndex={-1} className={classes.name ?? ''} onClick={() => onDownload(file)}>
      <MiddleText text={file.name} />
    </UnstyledButton>
  );
}

/** Comment count of a file or folder, as a link to its comments. */
export function CommentLink({ file, href }: { file: FileItem; href: string }) {
  const { has_comment, comment_count } = file;
  return (
    <AddressLink
      href={href}
      tabIndex={-1}
      className={classes.comments ?? ''}
      underline="never"
      aria-label={`${countOf(comment_count, 'comment')} on ${file.name}`}
      data-none={!has_comment || undefined}
    >
      <IconMessage size={15} stroke={1.5} aria-hidden="true" />
      {has_comment && formatCount(comment_count)}
    </AddressLink>
  );
}
