import { Code, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { SecondaryButton } from '../form/SecondaryButton.tsx';
import { copyText } from './CopyText.tsx';

/** A script in a choice of languages, the first one chosen, with a copy button. */
export function CodeBlock<Language extends string>({
  languages,
  codeFor,
}: {
  languages: readonly { value: Language; label: string }[];
  codeFor(language: Language): string;
}) {
  const [chosen, setLanguage] = useState<Language>();
  const language = chosen ?? languages[0]?.value;
  if (language === undefined) return null;
  const code = codeFor(language);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Language"
          value={language}
          data={[...languages]}
          onChange={setLanguage}
        />
        <SecondaryButton
          icon={IconCopy}
          onClick={() => void copyText(code, 'The script is in the clipboard.')}
        >
          Copy
        </SecondaryButton>
      </Group>
      {/* Focusable, so that long lines scroll by keyboard. */}
      <Code block tabIndex={0} role="group" aria-label={`Script in ${language}`}>
        {code}
      </Code>
    </Stack>
  );
}
