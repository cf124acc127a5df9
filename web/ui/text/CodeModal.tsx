import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { CodeBlock } from './CodeBlock.tsx';

/** A button that shows a script for what is on the page. */
export function CodeModal<Language extends string>({
  about,
  languages,
  codeFor,
}: {
  /** what the script does */
  about: string;
  languages: readonly Language[];
  codeFor(language: Language): string;
}) {
  const [isOpen, { open, close }] = useDisclosure();
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
          <Text size="sm">{about} Set OMICON_TOKEN to a token from your account page.</Text>
          <CodeBlock languages={languages.map((value) => ({ value, label: value }))} codeFor={codeFor} />
        </Stack>
      </Modal>
    </>
  );
}
