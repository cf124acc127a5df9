import { Button, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type QUICK_START, quickStartFor } from '@omicon/contract/base/quick-start.ts';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../ui/text/CopyText.tsx';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'r', label: 'R' },
  { value: 'python', label: 'Python' },
] as const satisfies readonly { value: keyof typeof QUICK_START; label: string }[];

/** A first script that uses a token, in a choice of languages, with a copy button. */
export function QuickStart() {
  const [language, setLanguage] = useState<keyof typeof QUICK_START>('curl');
  const code = quickStartFor(language, window.location.origin);
  return (
    <Stack gap="sm">
      <Text size="sm">
        Set OMICON_TOKEN to your token. The script then lists the data sets you can read and searches for
        those with samples of women.
      </Text>
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Language"
          value={language}
          data={[...LANGUAGES]}
          onChange={setLanguage}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden="true" />}
          onClick={() => void copyText(code, 'The script is in the clipboard.')}
        >
          Copy
        </Button>
      </Group>
      {/* Focusable, so that long lines scroll by keyboard. */}
      <Code block tabIndex={0} role="group" aria-label={`Script in ${language}`}>
        {code}
      </Code>
    </Stack>
  );
}
