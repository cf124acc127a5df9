import { Group, SegmentedControl, Text } from '@mantine/core';
import { moduleAddress } from '@omicon/contract/addresses.ts';
import { getCovariationNetwork } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { listNetworks, matchNetworks } from '@omicon/contract/areas/matching.ts';
import { DEFINITION_NAMES, SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { fromOmiconId } from '../../actions/collect/collected-items.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { colourAt, hexOf } from '../../ui/colour/palettes.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { SearchedSelect, useTypedSearch } from '../../ui/form/SearchedSelect.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { moduleColumnOf } from '../../ui/grid/record-columns.ts';
import { MatrixPlot } from '../../ui/plot/marks/MatrixPlot.tsx';
import { useShownAs } from '../../ui/plot/PictureFrame.tsx';
import { CodeModal } from '../../ui/text/CodeModal.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import {
  describePair,
  isReciprocal,
  listPairs,
  MATCH_COLOURS,
  MAX_LOG_P,
  type NetworkMatch,
  type PairRow,
  valuesOf,
  writePairs,
} from './match-cells.ts';
import { CODE_LANGUAGES, matrixLines } from './match-lines.ts';
import { describeOrganisms } from './organism-text.ts';

const shape = z.object({
  /** number of the other network */
  with: z.coerce.number().int().optional().catch(undefined),
  definition: z.enum(SEARCHED_DEFINITIONS).catch('Seed'),
  colour: z.enum(MATCH_COLOURS).catch('rho'),
});

const MAX_OFFERED = 50;

const COLUMNS: readonly Column<PairRow>[] = [
  moduleColumnOf({
    key: 'module',
    title: 'Module',
    width: 200,
    module: ({ module, theme }) => ({ name: module, theme }),
    href: ({ id }) => moduleAddress(id),
  }),
  moduleColumnOf({
    key: 'other',
    title: 'Other module',
    width: 200,
    module: ({ other, otherTheme }) => ({ name: other, theme: otherTheme }),
    href: ({ otherId }) => moduleAddress(otherId),
  }),
  { key: 'rho', title: 'ρ', kind: 'decimal', width: 80 },
  { key: 'reciprocal', title: 'Reciprocal best', width: 130 },
  { key: 'overlap', title: 'Common genes', kind: 'number', width: 120 },
  { key: 'size', title: 'Genes', kind: 'number', width: 80 },
  { key: 'otherSize', title: 'Other genes', kind: 'number', width: 110 },
  { key: 'jaccard', title: 'Jaccard', kind: 'decimal', width: 90 },
  { key: 'p', title: 'P', kind: 'p-value', width: 96 },
  { key: 'rhoOfMembers', title: 'ρ of members', kind: 'decimal', width: 120 },
  { key: 'eigengeneR', title: 'r of eigengenes', kind: 'decimal', width: 140 },
  { key: 'note', title: 'Note', width: 300 },
];

/** The chosen network as an option: it may not be among the first ones offered. */
function useChosenNetwork(value: number | undefined) {
  const { data } = useEndpoint(
    getCovariationNetwork,
    { params: { id: value ?? 0 }, query: {} },
    { enabled: value !== undefined },
  );
  if (data === undefined || data.id !== value) return null;
  return toOption({ ...data, data_set: data.input_data_set });
}

const toOption = (network: { id: number; data_set: string; name: string; modules: number }) => ({
  value: String(network.id),
  label: `${network.data_set}: ${network.name} (${countOf(network.modules, 'module')})`,
});

/** Chooses a network by parts of its name, analysis or data set. */
function NetworkChooser({
  id,
  value,
  onChange,
}: {
  id: number;
  value: number | undefined;
  onChange(id: string | null): void;
}) {
  const { search, setSearch, settled } = useTypedSearch();
  const chosen = useChosenNetwork(value);
  const found = useEndpoint(listNetworks, {
    query: {
      // The label of the chosen network is shown in the box, and is no search.
      search: settled === chosen?.label ? '' : settled,
      ...{ page_size: MAX_OFFERED, sort: 'data_set' },
    },
  });
  const offered = (found.data?.results ?? []).filter((network) => network.id !== id).map(toOption);
  const isOffered = chosen === null || offered.some((option) => option.value === chosen.value);
  return (
    <SearchedSelect
      what="network"
      isSearching={found.isFetching}
      w={520}
      label="Other network"
      placeholder="Data set, analysis or network"
      clearable
      data={isOffered ? offered : [chosen, ...offered]}
      searchValue={search}
      onSearchChange={setSearch}
      value={value === undefined ? null : String(value)}
      onChange={onChange}
    />
  );
}

const hrefOf = (module: { omicon_id: string } | undefined) =>
  module === undefined ? null : moduleAddress(module.omicon_id);

function pathOf({ network, other }: NetworkMatch, definition: string): string {
  const path = matchNetworks.path.replace(':id', String(network.id)).replace(':other_id', String(other.id));
  return `${path}?definition=${definition}`;
}

/** Both modules of a pair. */
const COLLECT = collectRows(({ id, otherId }: PairRow) =>
  [id, otherId].map(fromOmiconId).filter((item) => item !== null),
);

function Matrix({ match }: { match: NetworkMatch }) {
  const { query } = useAddressQuery(shape);
  const { history } = useRouter();
  const shownAs = useShownAs();
  const pairs = useMemo(() => listPairs(match), [match]);
  const values = useMemo(() => valuesOf(match, query.colour), [match, query.colour]);
  const title = `${match.network.data_set} and ${match.other.data_set}`;
  const isRho = query.colour === 'rho';
  const palette = isRho ? ('blue-red' as const) : ('viridis' as const);
  const colours = [0, 0.25, 0.5, 0.75, 1].map((share) => hexOf(colourAt(palette, share)));
  return (
    <>
      <MatrixPlot
        title={`Modules of ${title}`}
        fileName={`matches_${match.network.name}_${match.other.name}`}
        rowNames={match.modules.map(({ name }) => name)}
        columnNames={match.other_modules.map(({ name }) => name)}
        values={values}
        range={isRho ? [-1, 1] : [0, MAX_LOG_P]}
        palette={palette}
        figureOf={(row, column) => {
          const overlap = match.overlap[row]?.[column] ?? 0;
          return overlap === 0 ? '' : String(overlap);
        }}
        isOutlined={(row, column) => isReciprocal(match, row, column)}
        describe={(row, column) => describePair(match, row, column)}
        onOpen={(_, column) => {
          const other = match.other_modules[column];
          if (other !== undefined) history.push(moduleAddress(other.omicon_id));
        }}
        hrefOfRow={(row) => hrefOf(match.modules[row])}
        hrefOfColumn={(column) => hrefOf(match.other_modules[column])}
        about={[
          `Rows: ${match.network.name}, ${match.network.data_set}`,
          `Columns: ${match.other.name}, ${match.other.data_set}`,
        ]}
        caption={`Rows: ${match.network.name}. Columns: ${match.other.name}. Both in the order of the dendrogram of their eigengenes; outlined: reciprocal best by ρ; figures: genes in common.`}
        ramp={
          isRho
            ? { label: 'Correlation of kME', title: 'ρ', ends: ['\u22121', '1'], colours }
            : { label: 'P of the overlap', title: '−log10 P', ends: ['0', `≥ ${MAX_LOG_P}`], colours }
        }
        {...shownAs}
        actions={
          <CodeModal
            about="The script fetches the matrix and draws it in the same order and colour."
            languages={CODE_LANGUAGES}
            codeFor={(language) =>
              matrixLines(
                language,
                `${window.location.origin}${pathOf(match, query.definition)}`,
                query.colour,
              )
            }
          />
        }
        write={() => writePairs(match)}
        table={
          <DataGrid
            name="network-matches"
            caption={`Modules of ${title}`}
            columns={COLUMNS}
            chosenAction={COLLECT}
            rows={pairs}
            pageSize={50}
            rowKey={({ id, otherId }) => `${id} ${otherId}`}
            rowName={({ module, other }) => `${module} and ${other}`}
          />
        }
      />
      <Text size="xs" c="dimmed" mt="sm">
        ρ: Pearson correlation of kME over the {formatCount(match.common_symbols)} symbols that both networks
        measure, of members over those that either module contains, which says nothing without common genes.
        P: hypergeometric over the same symbols.
        {match.organisms === null ? '' : ` ${describeOrganisms(match.organisms)}`}
        {match.common_samples > 0
          ? ` ${formatCount(match.common_samples)} samples are in both networks; the table has the correlation of eigengenes over them.`
          : ''}
      </Text>
    </>
  );
}

function Compared({ id, other }: { id: number; other: number }) {
  const { query } = useAddressQuery(shape);
  const reply = useEndpoint(matchNetworks, {
    params: { id, other_id: other },
    query: { definition: query.definition },
  });
  if (!reply.isSuccess)
    return (
      <NotLoaded reply={reply} refusal="Nothing to compare" refusedWith={[404, 413]} what="the modules" />
    );
  const empty = [reply.data.modules, reply.data.other_modules].findIndex((modules) => modules.length === 0);
  if (empty >= 0)
    return (
      <EmptyState title="Nothing to compare">
        {empty === 0 ? 'This network has no modules.' : 'The other network has no modules.'}
      </EmptyState>
    );
  if (reply.data.common_symbols < 3)
    return (
      <EmptyState title="Nothing in common">
        {reply.data.organisms === null
          ? 'The two networks measure no symbols in common: they are of different species, or no mapping table leads from their identifiers to symbols.'
          : `The two networks have no genes in common. ${describeOrganisms(reply.data.organisms)}`}
      </EmptyState>
    );
  return <Matrix match={reply.data} />;
}

/** A network against another one, module by module. */
export function NetworkMatches({ id }: { id: number }) {
  const { query, setQuery } = useAddressQuery(shape);
  return (
    <>
      <Group gap="sm" align="flex-end" mb="md">
        <NetworkChooser id={id} value={query.with} onChange={(value) => setQuery({ with: value })} />
        <Select
          size="xs"
          w={150}
          label="Members by"
          allowDeselect={false}
          data={SEARCHED_DEFINITIONS.map((value) => ({ value, label: DEFINITION_NAMES[value].title }))}
          value={query.definition}
          onChange={(value) => setQuery({ definition: value === 'Seed' ? null : value }, true)}
        />
        <SegmentedControl
          size="xs"
          aria-label="Colour"
          data={[
            { value: 'rho', label: 'ρ of kME' },
            { value: 'p', label: 'P of overlap' },
          ]}
          value={query.colour}
          onChange={(value) => setQuery({ colour: value === 'rho' ? null : value }, true)}
        />
      </Group>
      {query.with === undefined ? (
        <EmptyState title="Which network?">
          Choose another network. Every module of this one is compared with every module of the other, by kME
          and by genes in common.
        </EmptyState>
      ) : (
        <Compared id={id} other={query.with} />
      )}
    </>
  );
}
