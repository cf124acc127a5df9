import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import {
  listIdentifierKinds,
  MAX_IDENTIFIERS,
  mapIdentifiers,
} from '@omicon/contract/areas/genes/mapping-tables.ts';
import type { IDENTIFIER_KINDS } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { showInvisible, splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { useState } from 'react';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { collectedGenes } from '../../actions/collect/collected-items.ts';
import { describeError } from '../../base/calls/call-error.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Form } from '../../ui/form/Form.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';

type Kind = (typeof IDENTIFIER_KINDS)[number];

interface MappedRow {
  index: number;
  id: string;
  targets: string[];
  is_mapped: boolean;
  read_as: string | null;
}

function columnsOf(to: string): readonly Column<MappedRow>[] {
  return [
    { key: 'id', title: 'Given', kind: 'identifier', width: 220, value: ({ id }) => showInvisible(id) },
    { key: 'read_as', title: 'Read as', kind: 'identifier', width: 170 },
    {
      key: 'targets',
      title: to,
      width: 420,
      value: (row) => (row.targets.length === 0 ? null : row.targets.join(' | ')),
    },
    {
      key: 'is_mapped',
      title: 'Mapped',
      width: 170,
      value: ({ is_mapped, targets }) =>
        is_mapped ? 'yes' : targets.length === 0 ? 'no' : 'unknown, left unchanged',
    },
    {
      key: 'count',
      title: 'Targets',
      kind: 'number',
      width: 100,
      value: ({ is_mapped, targets }) => (is_mapped ? targets.length : 0),
    },
  ];
}

const COLLECT = collectRows(({ targets }: { targets: string[] }) => collectedGenes(targets));

/** Maps pasted identifiers from one kind to another, with a download of the result. */
export function MapIdentifiers() {
  const [text, setText] = useState('');
  const [from, setFrom] = useState<Kind>('SYMBOL');
  const [to, setTo] = useState<Kind>('ENTREZID');
  const [platform, setPlatform] = useState('');
  const kinds = useEndpoint(listIdentifierKinds, {});
  const map = useChange(mapIdentifiers, { isHandled: true });
  const ids = splitIdentifiers(text);
  const choices = kinds.data?.kinds ?? ['SYMBOL', 'ENTREZID'];
  const isTooMuch = ids.length > MAX_IDENTIFIERS;
  const kindOf = (value: string): Kind => choices.find((kind) => kind === value) ?? 'SYMBOL';

  function submit(): void {
    if (ids.length === 0 || isTooMuch) return;
    map.mutate({ body: { ids, from, to, ...(platform === '' ? {} : { platform }) } });
  }

  if (kinds.data?.kinds.length === 0)
    return (
      <EmptyState title="There is nothing to map by yet">
        Identifiers can be mapped once mapping tables have been added.
      </EmptyState>
    );
  return (
    <Stack gap="md">
      <Form onSubmit={() => submit()}>
        <Stack gap="sm" maw={560}>
          <Textarea
            label="Identifiers"
            description={`One per line, or with commas or spaces between; up to ${formatCount(MAX_IDENTIFIERS)}`}
            autosize
            minRows={4}
            maxRows={12}
            value={text}
            error={
              isTooMuch ? `At most ${formatCount(MAX_IDENTIFIERS)} identifiers are mapped at once` : null
            }
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group gap="sm" align="flex-end">
            <NativeSelect
              label="From"
              data={choices}
              value={from}
              onChange={(event) => setFrom(kindOf(event.currentTarget.value))}
            />
            <NativeSelect
              label="To"
              data={choices}
              value={to}
              onChange={(event) => setTo(kindOf(event.currentTarget.value))}
            />
            {(from === 'PROBEID' || to === 'PROBEID') && (
              <NativeSelect
                label="Platform"
                data={[{ value: '', label: 'All platforms' }, ...(kinds.data?.platforms ?? [])]}
                value={platform}
                onChange={(event) => setPlatform(event.currentTarget.value)}
              />
            )}
            <Button type="submit" disabled={ids.length === 0 || isTooMuch} loading={map.isPending}>
              Map {ids.length > 0 && countOf(ids.length, 'identifier')}
            </Button>
          </Group>
        </Stack>
      </Form>
      {map.isError && (
        <Alert color="red" role="alert">
          {describeError(map.error)}
        </Alert>
      )}
      {map.data !== undefined && (
        <>
          <Text size="sm" role="status">
            {countOf(map.data.mapped, 'identifier')} mapped, {formatCount(map.data.unmapped)}{' '}
            {map.data.route[0] === map.data.route.at(-1) ? 'not known' : 'without target'}, by{' '}
            {map.data.route.join(' → ')}
          </Text>
          <DataGrid
            name="mapped-identifiers"
            caption="Mapped identifiers"
            columns={columnsOf(map.data.route.at(-1) ?? to)}
            rows={map.data.results.map((row, index) => ({ ...row, index }))}
            pageSize={100}
            {...(map.data.route.at(-1) === 'SYMBOL' ? { chosenAction: COLLECT } : {})}
            rowKey={(row) => String(row.index)}
            rowName={(row) => row.id}
          />
        </>
      )}
    </Stack>
  );
}
