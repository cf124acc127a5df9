import { Stack, Text, Title } from '@mantine/core';
import type { Terms } from '@omicon/contract/terms.ts';

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The terms as sections of plain text. */
export function TermsText({ terms }: { terms: Terms }) {
  return (
    <Stack gap="md" maw="72ch">
      <Text c="dimmed" size="sm">
        {LONG_DATE.format(new Date(terms.dated))}
      </Text>
      {terms.sections.map(({ heading, body }) => (
        <section key={heading}>
          <Title order={2} mb={4}>
            {heading}
          </Title>
          <Text style={{ whiteSpace: 'pre-line' }}>{body}</Text>
        </section>
      ))}
    </Stack>
  );
}
