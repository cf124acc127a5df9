import { Button, Code, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../../ui/text/CopyText.tsx';
import { CODE_LANGUAGES, type CodeLanguage, codeLines } from './code-lines.ts';

/** The picture as a script: what is shown can be computed again. */
export function CodeLines({ path }: { path: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [language, setLanguage] = useState<CodeLanguage>('R');
  const code = codeLines(language, `${window.location.origin}${path}`);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCode size={14} aria-hidden="true" />}
        onClick={open}
      >
        Lines of code
      </Button>
      <Modal opened={isOpen} onClose={close} title="Lines of code" size="lg">
        <Stack gap="sm">
          <Text size="sm">
            The script fetches the numbers of this picture and draws its heat map. Set OMICON_TOKEN to a token
            from your account page.
          </Text>
          <Group justify="space-between">
            <SegmentedControl
              size="xs"
              aria-label="Language"
              value={language}
              data={[...CODE_LANGUAGES]}
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
          <Code block tabIndex={0} role="group" aria-label={`Script in ${language}`}>
            {code}
          </Code>
        </Stack>
      </Modal>
    </>
  );
}
