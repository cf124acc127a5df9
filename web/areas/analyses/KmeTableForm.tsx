import { Alert, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CovariationNetworkItem } from '@omicon/contract/areas/analyses/analyses.ts';
import { createKmeTable, listModules } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { useState } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { saveText, writeTable } from '../../ui/files/write-table.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';
import { countOf } from '../../ui/text/format.ts';

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
function ModuleChoice({ networkId, version, chosen, onChoose }: ModuleChoiceProps) {
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

const MAX_FEATURES = 2000;

interface KmeTableFormProps {
  network: Pick<CovariationNetworkItem, 'id' | 'name' | 'omicon_id'>;
  version: number | undefined;
  identifier: string;
  onClose(): void;
}

/** Form that creates a kME table of some features and modules, and saves it as a file. */
export function KmeTableForm({ network, version, identifier, onClose }: KmeTableFormProps) {
  const [typed, setTyped] = useState('');
  const [modules, setModules] = useState<string[]>([]);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const create = useChange(createKmeTable, { isHandled: true });
  const features = [...new Set(splitIdentifiers(typed))];
  const fault =
    features.length === 0
      ? `Enter ${identifier}`
      : features.length > MAX_FEATURES
        ? `At most ${MAX_FEATURES} features; for more, download the complete table.`
        : null;

  function submit(): void {
    if (fault !== null) return;
    create.mutate(
      { params: { id: network.id }, body: { features, modules, version } },
      {
        onSuccess: (reply) => {
          setUnknown(reply.unknown);
          if (reply.rows.length === 0) return;
          const titles = [
            reply.identifier,
            ...reply.modules.flatMap((name) => [`kME${name}.cor`, `kME${name}.pval`]),
          ];
          const rows = reply.rows.map((row) => [
            row.feature,
            ...row.kme.flatMap((kme, at) => [kme ?? 'NA', row.p_value[at] ?? 'NA']),
          ]);
          saveText(writeTable(titles, rows, 'csv'), `kME_${network.omicon_id}.csv`, 'text/csv');
          if (reply.unknown.length === 0) onClose();
        },
      },
    );
  }

  return (
    <ModalFrame
      buttons={[
        { kind: 'close', label: 'Cancel', onClick: onClose },
        {
          kind: 'submit',
          label: 'Create table',
          isBusy: create.isPending,
          isDisabled: fault !== null,
          onClick: submit,
        },
      ]}
    >
      <Stack gap="md">
        <Textarea
          label={`Features (${identifier})`}
          description="One in a line, or with commas or blanks between them."
          data-autofocus
          autosize
          minRows={4}
          maxRows={10}
          value={typed}
          error={typed !== '' && fault}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ModuleChoice networkId={network.id} version={version} chosen={modules} onChoose={setModules} />
        {features.length > 0 && <Text size="sm">{countOf(features.length, 'feature')}</Text>}
        {unknown.length > 0 && (
          <Alert color="orange" variant="light" role="alert">
            Not among the features of this network: {unknown.slice(0, 20).join(', ')}
            {unknown.length > 20 && ` and ${unknown.length - 20} more`}
          </Alert>
        )}
        {create.isError && (
          <Alert color="red" variant="light" role="alert">
            {describeError(create.error)}
          </Alert>
        )}
      </Stack>
    </ModalFrame>
  );
}
