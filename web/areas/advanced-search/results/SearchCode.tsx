import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  getSearchCode,
  type SearchQueryInput,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'r', label: 'R' },
  { value: 'python', label: 'Python' },
] as const;

function SearchCode({ body }: { body: SearchQueryInput }) {
  const code = useEndpoint(getSearchCode, { body });
  if (!code.isSuccess) return <NotLoaded reply={code} what="the lines of code" lines={4} />;
  return (
    <Stack gap="sm">
      <Text size="sm">
        Replace YOUR_TOKEN with one of your tokens, which you create in{' '}
        <AddressLink href="/home/account" underline="always">
          your account
        </AddressLink>
        .
      </Text>
      <CodeBlock languages={LANGUAGES} codeFor={(language) => code.data[language]} />
    </Stack>
  );
}

export function openSearchCode(body: SearchQueryInput): void {
  modals.open({ title: 'Fetch all rows with a program', size: 'lg', children: <SearchCode body={body} /> });
}
