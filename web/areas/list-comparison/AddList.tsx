import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { listGeneSets } from '@omicon/contract/areas/genes/gene-sets.ts';
import { splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { useState } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { packList } from '../../base/gene-list.ts';
import { Form } from '../../ui/form/Form.tsx';
import { SearchedSelect, useTypedSearch } from '../../ui/form/SearchedSelect.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import type { ChosenList } from './list-text.ts';

const MAX_OFFERED = 30;
/** Longer lists do not fit into an address. */
const MAX_PACKED = 6000;

function splitList(text: string): string[] {
  return [...new Set(splitIdentifiers(text))];
}

function GeneSetChooser({ onAdd }: { onAdd(list: ChosenList): void }) {
  const { search, setSearch, settled } = useTypedSearch();
  const found = useEndpoint(listGeneSets, { query: { search: settled, page_size: MAX_OFFERED } });
  return (
    <SearchedSelect
      what="gene set"
      isSearching={found.isFetching}
      w={320}
      label="Add a gene set"
      placeholder="Part of its name"
      data={(found.data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(value) => {
        if (value !== null) onAdd({ kind: 'gene-set', id: Number(value) });
        setSearch('');
      }}
    />
  );
}

function ModuleInput({ onAdd }: { onAdd(list: ChosenList): void }) {
  const [text, setText] = useInputState('');
  const id = parseOmiconId(text.trim());
  const isModule = id?.type === 'CM';
  function add(): void {
    if (id?.type !== 'CM') return;
    onAdd({ kind: 'module', id: id.number, definition: 'Seed' });
    setText('');
  }
  return (
    <Form onSubmit={add}>
      <Group gap="xs" align="flex-end">
        <TextInput
          size="xs"
          w={180}
          label="Add a module"
          placeholder="OM.CM.1234"
          value={text}
          onChange={setText}
          error={text.trim() !== '' && !isModule ? 'Enter the Omicon ID of a module' : null}
        />
        <SecondaryButton type="submit" disabled={!isModule}>
          Add module
        </SecondaryButton>
      </Group>
    </Form>
  );
}

function PastedList({ onAdd }: { onAdd(list: ChosenList): void }) {
  const [text, setText] = useInputState('');
  const [problem, setProblem] = useState<string | null>(null);
  async function add(): Promise<void> {
    const packed = await packList(splitList(text));
    if (packed.length > MAX_PACKED) {
      setProblem('This list is too long for an address; save it as a gene set first.');
      return;
    }
    setProblem(null);
    setText('');
    onAdd({ kind: 'list', packed, name: '' });
  }
  return (
    <Form onSubmit={add}>
      <Stack gap="xs">
        <Textarea
          size="xs"
          w={320}
          maw="100%"
          label="Add a list"
          placeholder="Symbols or other identifiers, one on each line"
          autosize
          minRows={2}
          maxRows={6}
          value={text}
          onChange={setText}
          error={problem}
        />
        <Group>
          <SecondaryButton type="submit" disabled={splitList(text).length === 0}>
            Add list
          </SecondaryButton>
        </Group>
      </Stack>
    </Form>
  );
}

/** Adds one list to a comparison: a gene set, a module or pasted genes. */
export function AddList({ onAdd }: { onAdd(list: ChosenList): void }) {
  return (
    <Group gap="lg" align="flex-start" mb="md">
      <GeneSetChooser onAdd={onAdd} />
      <ModuleInput onAdd={onAdd} />
      <PastedList onAdd={onAdd} />
    </Group>
  );
}
