import { Collapse, Text, Title, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { homeOfFile } from '@omicon/contract/addresses.ts';
import { type HomeFiles, MOST_FILES_COUNTED } from '@omicon/contract/areas/home.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { recordKind } from '@omicon/domain/records/record-kinds.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, formatDate } from '../../ui/text/format.ts';
import { MiddleText } from '../../ui/text/MiddleText.tsx';
import { NameText } from '../../ui/text/NameText.tsx';
import classes from './home.module.css';

interface FilesProps {
  files: HomeFiles['brought'];
  all: string;
  hrefOf(file: FileItem): string;
}

/** The first files, with a link to all where there are more. */
function Files({ files: { files, total }, all, hrefOf }: FilesProps) {
  const more = total - files.length;
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <li key={file.id}>
          <AddressLink href={hrefOf(file)} size="sm" className={classes.file ?? ''}>
            <MiddleText text={file.name} />
          </AddressLink>
        </li>
      ))}
      {more > 0 && (
        <li>
          <AddressLink href={all} size="sm">
            {total === MOST_FILES_COUNTED ? 'Many more files' : countOf(more, 'more file')}
          </AddressLink>
        </li>
      )}
    </ul>
  );
}

/** Files that the portal made, folded. */
function MadeFiles(props: FilesProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const { total } = props.files;
  if (total === 0) return null;
  return (
    <>
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <IconChevronDown size={14} data-open={isOpen || undefined} aria-hidden="true" />
        {countOf(total, 'file')} made by Omicon
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen} keepMountedMode="display-none">
        <Files {...props} />
      </Collapse>
    </>
  );
}

interface FilesByRecordProps {
  records: readonly HomeFiles[];
  /** address of a file */
  hrefOf(file: FileItem): string;
}

/** Newest records with their first files. */
export function FilesByRecord({ records, hrefOf }: FilesByRecordProps) {
  if (records.length === 0) return null;
  return (
    <section>
      <Title order={2} mb={4}>
        Recent files by record
      </Title>
      <ul className={classes.cards} data-wide>
        {records.map(({ entity_type, id, title, upload_date, brought, made }) => {
          const all = homeOfFile({ entity_type, entity_id: id, folder: '' });
          return (
            <li key={`${entity_type} ${id}`} className={classes.card}>
              <AddressLink href={all}>
                <NameText text={title} />
              </AddressLink>
              <Text size="xs" c="dimmed">
                {recordKind(entity_type).title}, {formatDate(upload_date)}
              </Text>
              <Files files={brought} all={all} hrefOf={hrefOf} />
              <MadeFiles files={made} all={all} hrefOf={hrefOf} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
