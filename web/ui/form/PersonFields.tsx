import { SimpleGrid } from '@mantine/core';
import { personFields } from '@omicon/contract/base/person-fields.ts';
import { z } from 'zod';
import { Field } from './Field.tsx';

/** Values as in the calls, with '' for missing ones. */
export const personShape = {
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  institution: z.literal('').or(personFields.institution),
  orcid_id: z.literal('').or(personFields.orcid_id),
};

/** First and last name, side by side where there is room. */
export function NameFields({ required = false }: { required?: boolean }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Field name="first_name" label="First name" autoComplete="given-name" required={required} />
      <Field name="last_name" label="Last name" autoComplete="family-name" required={required} />
    </SimpleGrid>
  );
}

/** Institution and ORCID iD; an iD verified by ORCID cannot be edited here. */
export function AffiliationFields({ isOrcidProven = false }: { isOrcidProven?: boolean }) {
  return (
    <>
      <Field name="institution" label="Institution (optional)" autoComplete="organization" />
      <Field
        name="orcid_id"
        label="ORCID iD (optional)"
        placeholder="0000-0002-1825-0097"
        readOnly={isOrcidProven}
        description={isOrcidProven ? 'Verified by ORCID' : undefined}
      />
    </>
  );
}
