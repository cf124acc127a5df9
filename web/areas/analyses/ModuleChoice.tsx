import { useDebouncedValue } from '@mantine/hooks';
import { listModules } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { useState } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';

/** Maximum of one call; typing finds the others. */
const MAX_OFFERED = 100;
const TYPING_MS = 300;

interface ModuleChoiceProps {
  networkId: number;
  version: number | undefined;
  chosen: string[];
  onChoose(modules: string[]): void;
}

/** Chooses modules of a network by name. */
export function ModuleChoice({ networkId, version, chosen, onChoose }: ModuleChoiceProps) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, TYPING_MS);
  const found = useEndpoint(listModules, {
    params: { id: networkId },
    query: { page_size: MAX_OFFERED, search: settled, version },
  });
  const offered = (found.data?.results ?? []).map((module) => module.name);
  const isLooking = search !== settled || found.isFetching;
  const why = found.isError ? describeError(found.error) : 'No module name contains this text';
  return (
    <MultiSelect
      label="Modules"
      description="None chosen means all modules of the network."
      searchable
      clearable
      data={[...new Set([...chosen, ...offered])]}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={isLooking ? 'Looking for modules' : why}
      value={chosen}
      onChange={onChoose}
    />
  );
}
