import { Stack, Text } from '@mantine/core';
import { quickStartFor } from '@omicon/contract/base/quick-start.ts';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'r', label: 'R' },
  { value: 'python', label: 'Python' },
] as const;

/** A first script that uses a token, in a choice of languages. */
export function QuickStart() {
  return (
    <Stack gap="sm">
      <Text size="sm">
        Set OMICON_TOKEN to your token. The script then lists the data sets you can read and searches for
        those with samples of women.
      </Text>
      <CodeBlock
        languages={LANGUAGES}
        codeFor={(language) => quickStartFor(language, window.location.origin)}
      />
    </Stack>
  );
}
