import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

type Bound = UseFormRegisterReturn & { error: string | undefined };

/** Who writes; filled in for whoever is signed in. */
export function ReporterFields({ first, last, email }: { first: Bound; last: Bound; email: Bound }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="First name" autoComplete="given-name" required {...first} />
        <TextInput label="Last name" autoComplete="family-name" required {...last} />
      </SimpleGrid>
      <TextInput label="Email" type="email" autoComplete="email" required {...email} />
    </>
  );
}
