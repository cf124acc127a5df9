import { Text } from '@mantine/core';
import { IMPORTS } from '@omicon/contract/addresses.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { useGetIntakeRun } from '../../areas/uploads/calls.ts';
import { ImportGrid } from '../../areas/uploads/ImportGrid.tsx';
import { PastImport } from '../../areas/uploads/PastImport.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const shape = z.object({ run: recordNumber.optional().catch(undefined) });

function Report({ id }: { id: number }) {
  const source = useGetIntakeRun(id).data?.run.source ?? `Import ${id}`;
  return (
    <>
      <Trail steps={[{ title: 'Imports', href: IMPORTS }]} here={source} />
      <PageTitle title={source} />
      <PastImport id={id} />
    </>
  );
}

/** `/home/imports`: past and running imports; `run` shows the report of one. */
export function Imports() {
  const { query } = useAddressQuery(shape);
  return (
    <OnlyWith
      screen={NAMED_SCREENS.imports}
      refusal="You cannot see imports"
      hint="Only members of the laboratory can import data and read import reports."
    >
      {query.run !== undefined ? (
        <Report id={query.run} />
      ) : (
        <>
          <PageTitle title={NAMED_SCREENS.imports.title} />
          <Text c="dimmed" maw="72ch" mb="lg">
            The outcome of each import: new records, faults and warnings.
          </Text>
          <ImportGrid />
        </>
      )}
    </OnlyWith>
  );
}
