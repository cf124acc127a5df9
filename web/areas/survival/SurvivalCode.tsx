import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { IconCode } from '@tabler/icons-react';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import { CODE_LANGUAGES, codeLines } from './code-lines.ts';
import { bodyOf, type SurvivalQuery } from './survival-query.ts';

interface SurvivalCodeProps {
  id: number;
  query: SurvivalQuery;
  found: ReplyOf<typeof getSurvival>;
}

/** The same curves, test and model in R, or the call. */
export function SurvivalCode({ id, query, found }: SurvivalCodeProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const address = `${window.location.origin}${getSurvival.path.replace(':id', String(id))}`;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        mb="md"
        leftSection={<IconCode size={14} aria-hidden="true" />}
        onClick={open}
      >
        Lines of code
      </Button>
      <Modal opened={isOpen} onClose={close} title="Lines of code" size="lg">
        <Stack gap="sm">
          <Text size="sm">
            The same in R, from the sample table of the data set, or the call for these numbers. Set
            OMICON_TOKEN to a token from your account page.
          </Text>
          <CodeBlock
            languages={CODE_LANGUAGES.map((value) => ({ value, label: value }))}
            codeFor={(language) => codeLines(language, { address, body: bodyOf(query), found })}
          />
        </Stack>
      </Modal>
    </>
  );
}
