import { Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { SecondaryButton } from '../form/SecondaryButton.tsx';
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
      <SecondaryButton icon={IconCode} onClick={open}>
        Lines of code
      </SecondaryButton>
      <Modal opened={isOpen} onClose={close} title="Lines of code" size="lg">
        <Stack gap="sm">
          <Text size="sm">{about} Set OMICON_TOKEN to a token from your account page.</Text>
          <CodeBlock languages={languages.map((value) => ({ value, label: value }))} codeFor={codeFor} />
        </Stack>
      </Modal>
    </>
  );
}
