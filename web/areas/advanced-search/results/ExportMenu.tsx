import { Button, Menu, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  getSearchCode,
  type SearchQueryInput,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { IconCode, IconTableDown, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { askForAccount } from '../../../base/sign-in/ask-for-account.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { saveFile } from '../../../ui/files/save-file.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';
import { useExportAdvancedSearch } from '../calls.ts';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'r', label: 'R' },
  { value: 'python', label: 'Python' },
] as const;

function SearchCode({ body }: { body: SearchQueryInput }) {
  const code = useEndpoint(getSearchCode, { body });
  if (!code.isSuccess) return <NotLoaded reply={code} what="the lines of code" lines={4} />;
  return (
    <Stack gap="sm">
      <Text size="sm">
        Replace YOUR_TOKEN with one of your tokens, which you create in{' '}
        <AddressLink href="/home/account" underline="always">
          your account
        </AddressLink>
        .
      </Text>
      <CodeBlock languages={LANGUAGES} codeFor={(language) => code.data[language]} />
    </Stack>
  );
}

function openSearchCode(body: SearchQueryInput): void {
  modals.open({ title: 'Fetch all rows with a program', size: 'lg', children: <SearchCode body={body} /> });
}

const NAMES: Record<ExportFormat, string> = { tsv: 'TSV', csv: 'CSV', parquet: 'Parquet' };

const PER: Record<Exclude<ModuleFold, 'module'>, string> = {
  'data-set': 'signal of a data set',
  'meta-module': 'signal',
};

/** Exports all rows of a query, not only the page shown: as a file, or as code that fetches it. */
export function ExportMenu({
  body,
  per = 'module',
}: {
  body: SearchQueryInput;
  /** what a row on the screen stands for */
  per?: ModuleFold | undefined;
}) {
  const { hasPermission } = useSession();
  const exporting = useExportAdvancedSearch();
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  function save(format: ExportFormat, asked: SearchQueryInput): void {
    if (!hasPermission({ anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] })) {
      askForAccount();
      return;
    }
    const abort = new AbortController();
    stop.current = abort;
    setBytes(0);
    exporting.mutate(
      { body: asked, format, signal: abort.signal, onBytes: setBytes },
      {
        onSuccess: (content) =>
          saveFile(content, `omicon_${body.result_type.replaceAll('-', '_')}.${format}`),
      },
    );
  }

  if (exporting.isPending)
    return (
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden="true" />}
        onClick={() => stop.current?.abort()}
      >
        Stop the download, {bytes === 0 ? 'rows are being found' : `${formatSize(bytes)} so far`}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconTableDown size={16} aria-hidden="true" />}>
          All rows
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => save(format, body)}>
            All rows as {NAMES[format]}
          </Menu.Item>
        ))}
        {per !== 'module' && <Menu.Divider />}
        {per !== 'module' &&
          EXPORT_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => save(format, { ...body, fold: per })}>
              One row for each {PER[per]} as {NAMES[format]}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconCode size={16} aria-hidden="true" />}
          onClick={() => openSearchCode(body)}
        >
          Lines of code that fetch them
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
