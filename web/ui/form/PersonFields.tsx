import { SimpleGrid, TextInput } from '@mantine/core';
import { personFields } from '@omicon/contract/person-fields.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';

/** As the calls have them, with empty text where nothing is said. */
export const personShape = {
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  institution: z.literal('').or(personFields.institution),
  orcid_id: z.literal('').or(personFields.orcid_id),
};

type PersonFieldName = keyof typeof personShape;

interface FieldsProps {
  /** what binds an input to the form around it, and the sentence of its first failing rule */
  bind(name: PersonFieldName): UseFormRegisterReturn & { error: string | undefined };
}

/** First and last name, side by side where there is room. */
export function NameFields({ bind }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput label="First name" autoComplete="given-name" {...bind('first_name')} />
      <TextInput label="Last name" autoComplete="family-name" {...bind('last_name')} />
    </SimpleGrid>
  );
}

/** Where somebody works, and as whom they publish; an iD proven at ORCID is changed only there. */
export function AffiliationFields({
  bind,
  isOrcidProven = false,
}: FieldsProps & { isOrcidProven?: boolean }) {
  return (
    <>
      <TextInput label="Institution (optional)" autoComplete="organization" {...bind('institution')} />
      <TextInput
        label="ORCID iD (optional)"
        placeholder="0000-0002-1825-0097"
        readOnly={isOrcidProven}
        description={isOrcidProven ? 'Proven at ORCID' : undefined}
        {...bind('orcid_id')}
      />
    </>
  );
}
