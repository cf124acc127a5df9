import { Stack, Text, Title } from '@mantine/core';
import type { Terms } from '@omicon/contract/areas/people/terms.ts';
import { formatLongDate } from '../../ui/text/format.ts';

/** The terms as sections of plain text. */
export function TermsText({ terms }: { terms: Terms }) {
  return (
    <Stack gap="md" maw="72ch">
      <Text c="dimmed" size="sm">
        {terms.dated === '' ? 'No date' : formatLongDate(terms.dated)}
      </Text>
      {terms.sections.map(({ heading, body }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id, and headings may repeat
        <section key={index}>
          <Title order={2} mb={4}>
            {heading}
          </Title>
          <Text style={{ whiteSpace: 'pre-line' }}>{body}</Text>
        </section>
      ))}
    </Stack>
  );
}
