import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type Citation, citeList, citeRecord } from '@omicon/contract/areas/citations.ts';
import type { RecordType } from '@omicon/domain/records/record-kinds.ts';
import { IconDownload, IconQuote } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { saveText } from '../../ui/files/write-table.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';

interface CitedRecord {
  entity_type: RecordType;
  id: number;
  version?: number | undefined;
}

interface CitedList {
  title: string;
  /** path that computes the list again */
  address: string;
  /** null if it is no list of rows */
  rows: number | null;
}

type Form = 'text' | 'bibtex' | 'ris' | 'csl';

const FORMS: readonly { value: Form; label: string; ending: string; mediaType: string }[] = [
  { value: 'text', label: 'Text', ending: 'txt', mediaType: 'text/plain' },
  { value: 'bibtex', label: 'BibTeX', ending: 'bib', mediaType: 'application/x-bibtex' },
  { value: 'ris', label: 'RIS', ending: 'ris', mediaType: 'application/x-research-info-systems' },
  { value: 'csl', label: 'CSL-JSON', ending: 'json', mediaType: 'application/vnd.citationstyles.csl+json' },
];

/** As its file: a list of one item in CSL-JSON. */
function writeForm(citation: Citation, form: Form): string {
  return form === 'csl' ? JSON.stringify([citation.csl], null, 2) : citation[form];
}

function save(citation: Citation, form: Form): void {
  const { ending = 'txt', mediaType = 'text/plain' } = FORMS.find(({ value }) => value === form) ?? {};
  saveText(`${writeForm(citation, form)}\n`, `${String(citation.csl.id)}.${ending}`, mediaType);
}

function CitationForms({ citation }: { citation: Citation }) {
  return (
    <Stack gap="sm">
      <Text size="sm">It names the version, the address and the day.</Text>
      <CodeBlock
        languages={FORMS}
        codeFor={(form) => writeForm(citation, form)}
        wraps
        words={{ choice: 'Form', text: 'Citation as', copied: 'The citation is in the clipboard.' }}
        tools={(form) => (
          <SecondaryButton icon={IconDownload} onClick={() => save(citation, form)}>
            Download
          </SecondaryButton>
        )}
      />
    </Stack>
  );
}

function RecordCitation({ record: { version, ...params } }: { record: CitedRecord }) {
  const reply = useEndpoint(citeRecord, { params, query: { version } });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the citation" lines={4} />;
  return <CitationForms citation={reply.data} />;
}

function ListCitation({ list }: { list: CitedList }) {
  const reply = useEndpoint(citeList, { body: list });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the citation" lines={4} />;
  return <CitationForms citation={reply.data} />;
}

function openCitation(children: ReactElement): void {
  modals.open({ title: 'Cite', size: 'lg', children });
}

/** Shows how to cite a record, beside its Omicon ID. */
export function CiteRecord({ record }: { record: CitedRecord }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      leftSection={<IconQuote size={14} aria-hidden="true" />}
      onClick={() => openCitation(<RecordCitation record={record} />)}
    >
      Cite
    </Button>
  );
}

/** Shows how to cite a list that is computed on request. */
export function CiteList({ list, size }: { list: CitedList; size?: 'xs' }) {
  return (
    <Button
      variant="default"
      {...(size === undefined ? {} : { size })}
      leftSection={<IconQuote size={16} aria-hidden="true" />}
      onClick={() => openCitation(<ListCitation list={list} />)}
    >
      Cite
    </Button>
  );
}
