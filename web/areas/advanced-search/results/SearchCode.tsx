import { Button, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  getSearchCode,
  type SearchQueryInput,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { copyText } from '../../../ui/text/CopyText.tsx';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'r', label: 'R' },
  { value: 'python', label: 'Python' },
] as const;
type Language = (typeof LANGUAGES)[number]['value'];

function SearchCode({ body }: { body: SearchQueryInput }) {
  const [language, setLanguage] = useState<Language>('curl');
  const code = useEndpoint(getSearchCode, { body });
  if (code.isError) return <ErrorPanel error={code.error} onRetry={() => void code.refetch()} />;
  if (code.data === undefined) return <Waiting what="the lines of code" lines={4} />;
  const lines = code.data[language];
  return (
    <Stack gap="sm">
      <Text size="sm">
        Replace YOUR_TOKEN with one of your tokens, which you create in{' '}
        <AddressLink href="/home/account" underline="always">
          your account
        </AddressLink>
        .
      </Text>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Language"
          value={language}
          data={[...LANGUAGES]}
          onChange={setLanguage}
        />
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copyText(lines, 'The lines have been copied')}
        >
          Copy
        </Button>
      </Group>
      {/* Focusable, so that long lines scroll by keyboard. */}
      <Code block tabIndex={0} aria-label={`Lines of ${language}`}>
        {lines}
      </Code>
    </Stack>
  );
}

export function openSearchCode(body: SearchQueryInput): void {
  modals.open({ title: 'Fetch all rows with a program', size: 'lg', children: <SearchCode body={body} /> });
}
