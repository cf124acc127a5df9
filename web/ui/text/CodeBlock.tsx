import { Code, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SecondaryButton } from '../form/SecondaryButton.tsx';
import { copyText } from './CopyText.tsx';

/** What the parts are called for people who cannot see them. */
interface Words {
  choice: string;
  /** before the language */
  text: string;
  copied: string;
}

const OF_SCRIPTS: Words = {
  choice: 'Language',
  text: 'Script in',
  copied: 'The script is in the clipboard.',
};

/** A script, or another text, in a choice of languages, the first one chosen, with a copy button. */
export function CodeBlock<Language extends string>({
  languages,
  codeFor,
  words = OF_SCRIPTS,
  tools,
  wraps = false,
}: {
  languages: readonly { value: Language; label: string }[];
  codeFor(language: Language): string;
  words?: Words;
  /** more buttons */
  tools?(language: Language): ReactNode;
  /** breaks long lines; a script scrolls instead */
  wraps?: boolean;
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
          aria-label={words.choice}
          value={language}
          data={languages.map(({ value, label }) => ({ value, label }))}
          onChange={setLanguage}
        />
        <Group gap="xs">
          <SecondaryButton icon={IconCopy} onClick={() => void copyText(code, words.copied)}>
            Copy
          </SecondaryButton>
          {tools?.(language)}
        </Group>
      </Group>
      {/* Focusable, so that long lines scroll by keyboard. */}
      <Code
        block
        {...(wraps ? { style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } } : {})}
        tabIndex={0}
        role="group"
        aria-label={`${words.text} ${language}`}
      >
        {code}
      </Code>
    </Stack>
  );
}
