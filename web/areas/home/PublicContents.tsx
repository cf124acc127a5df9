import { Anchor, Stack, Text } from '@mantine/core';
import { getPublicContents } from '@omicon/contract/areas/operations.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { countOf } from '../../ui/text/format.ts';
import { exampleQuestions } from './example-questions.ts';

/** Up to eight lines, some of them broken on a narrow screen. */
const ROOM = 240;

interface ExampleProps {
  question: string;
  onOpen(): void;
  isDisabled: boolean;
}

function Example({ question, onOpen, isDisabled }: ExampleProps) {
  return (
    <Anchor component="button" type="button" size="sm" ta="left" disabled={isDisabled} onClick={onOpen}>
      {question}
    </Anchor>
  );
}

interface PublicContentsProps {
  /** opens an address as a guest; null where guests are not admitted */
  open: ((address: string) => void) | null;
  isOpening: boolean;
}

/** What is inside, in one line, and questions to begin with. Nothing while the portal is empty. */
export function PublicContents({ open, isOpening }: PublicContentsProps) {
  // A failure only means that the landing page says less.
  const { data } = useEndpoint(getPublicContents, {}, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  // The room is kept, so that nothing moves when the reply is there.
  if (data === undefined) return <Stack mih={ROOM} mt="sm" />;
  if (data.data_sets === 0) return null;
  return (
    <Stack gap={6} mt="sm" mih={ROOM}>
      <Text size="sm" c="dimmed">
        {countOf(data.data_collections, 'public collection')}, {countOf(data.data_sets, 'data set')},{' '}
        {countOf(data.samples, 'sample')}, {countOf(data.networks, 'network')},{' '}
        {countOf(data.modules, 'module')}
      </Text>
      {open !== null &&
        exampleQuestions(data).map(({ question, address }) => (
          <Example key={address} question={question} isDisabled={isOpening} onOpen={() => open(address)} />
        ))}
    </Stack>
  );
}
