import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { preservationRunAddress } from '@omicon/contract/addresses.ts';
import { listDataSets } from '@omicon/contract/areas/collections.ts';
import {
  listPreservationRuns,
  MAX_RANDOM_SETS_OF_RUN,
  type PreservationRun,
  startPreservationRun,
} from '@omicon/contract/areas/runs/preservation-runs.ts';
import { DEFINITION_NAMES, SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { useState } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { Select } from '../../../ui/form/options/Select.tsx';
import { SearchedSelect, useTypedSearch } from '../../../ui/form/SearchedSelect.tsx';
import type { Column } from '../../../ui/grid/columns.ts';
import { useAddressGrid } from '../../../ui/grid/use-address-grid.ts';
import { RunGrid } from '../../../ui/run/RunGrid.tsx';
import { useStartRun, WATCHED_RUNS } from '../../../ui/run/run-calls.ts';

const MAX_OFFERED = 50;
const USUAL_SETS = 1000;

function DataSetChooser({ value, onChange }: { value: string | null; onChange(id: string | null): void }) {
  const { setSearch, settled } = useTypedSearch();
  const found = useEndpoint(listDataSets, { query: { search: settled, page_size: MAX_OFFERED } });
  return (
    <SearchedSelect
      what="data set"
      isSearching={found.isFetching}
      w={420}
      label="Test all modules in"
      placeholder="Title of a data set"
      clearable
      data={(found.data?.results ?? []).map(({ id, title, ds_version }) => ({
        value: String(id),
        label: `${title} ${ds_version}`,
      }))}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
    />
  );
}

/** Starts a test of all modules in a data set. */
function StartRun({ id }: { id: number }) {
  const [dataSet, setDataSet] = useState<string | null>(null);
  const [definition, setDefinition] = useState<(typeof SEARCHED_DEFINITIONS)[number]>('Seed');
  const [sets, setSets] = useState<number | string>(USUAL_SETS);
  const { isPending, start } = useStartRun(
    startPreservationRun,
    listPreservationRuns,
    preservationRunAddress,
  );
  const random_sets = Number(sets);
  const isValid = Number.isInteger(random_sets) && random_sets >= 20 && random_sets <= MAX_RANDOM_SETS_OF_RUN;
  return (
    <Form
      onSubmit={() => {
        if (dataSet === null || !isValid) return;
        start({ params: { id }, body: { data_set_id: Number(dataSet), definition, random_sets } });
      }}
    >
      <Group gap="sm" align="flex-end">
        <DataSetChooser value={dataSet} onChange={setDataSet} />
        <Select
          size="xs"
          w={150}
          label="Definition"
          allowDeselect={false}
          data={SEARCHED_DEFINITIONS.map((value) => ({ value, label: DEFINITION_NAMES[value].title }))}
          value={definition}
          onChange={(value) => setDefinition(SEARCHED_DEFINITIONS.find((each) => each === value) ?? 'Seed')}
        />
        <NumberInput
          size="xs"
          w={130}
          label="Random sets"
          min={20}
          max={MAX_RANDOM_SETS_OF_RUN}
          step={100}
          allowDecimal={false}
          thousandSeparator=","
          value={sets}
          onChange={setSets}
          error={isValid ? null : '20 to 10,000'}
        />
        <Button type="submit" size="xs" disabled={dataSet === null || !isValid} loading={isPending}>
          Test all modules
        </Button>
      </Group>
    </Form>
  );
}

const COLUMNS: readonly Column<PreservationRun>[] = [
  {
    key: 'definition',
    title: 'Definition',
    kind: 'text',
    width: 120,
    isSortable: false,
    value: ({ definition }) => DEFINITION_NAMES[definition].title,
  },
  { key: 'random_sets', title: 'Random sets', kind: 'number', width: 110, isSortable: false },
];

const BY_DATA_SET = {
  key: 'data_set',
  title: 'Data set',
  width: 380,
  nameOf: ({ data_set }: PreservationRun) => data_set.title,
};

/** Tests of all modules of a network in other data sets: starts one, and lists those of the person. */
export function NetworkRuns({ id }: { id: number }) {
  const { hasPermission } = useSession();
  const { query, pagingOf } = useAddressGrid(listPreservationRuns.query);
  const mayStart = hasPermission('SEARCH_QUERY_CREATE');
  const list = useEndpoint(
    listPreservationRuns,
    { params: { id }, query },
    { ...WATCHED_RUNS, enabled: mayStart },
  );
  if (!mayStart)
    return (
      <EmptyState title="Sign in to test a network">
        All modules are tested in the background, for people with an account. One module at a time is tested
        on its page, under Elsewhere.
      </EmptyState>
    );
  return (
    <Stack gap="md">
      <StartRun id={id} />
      <Text size="sm" c="dimmed" maw="72ch">
        Tests whether each module is preserved in another data set, against random sets of as many genes. A
        module has the numbers of its own test with as many random sets.
      </Text>
      <RunGrid
        name="preservation-runs"
        caption="Your tests of this network"
        named={BY_DATA_SET}
        addressOf={preservationRunAddress}
        columns={COLUMNS}
        list={list}
        pagingOf={pagingOf}
        emptyHint="Choose a data set above. Tests are kept for thirty days."
      />
    </Stack>
  );
}
