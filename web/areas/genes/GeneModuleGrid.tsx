import { SegmentedControl, Switch, Text } from '@mantine/core';
import { geneAddress, geneSetAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { type GeneModule, listGeneModules } from '@omicon/contract/areas/genes/genes.ts';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { z } from 'zod';
import { collectModules } from '../../actions/collect/collect-rows.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import { Select } from '../../ui/form/options/Select.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { dataSetColumn, moduleColumn, networkColumn } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, formatCount, formatDecimal, formatPValue, MISSING } from '../../ui/text/format.ts';

const shape = z.object({
  membership: z.enum(['members', 'all']).catch('members'),
  definition: z.enum(QUERY_DEFINITIONS).catch('Any'),
  best: z.literal('data-set').optional().catch(undefined),
});

/** `Age (r −0.41, q 0.003)` or `Sex (higher in male, r 0.5, q 0.003)`; @param written the number as text */
function describeTrait(
  { attribute, r, r2, q_value, higher_in }: NonNullable<GeneModule['best_trait']>,
  written: (figure: number) => string,
): string {
  return `${displayAttribute(attribute)} (${higher_in === null ? '' : `higher in ${higher_in}, `}${r === null ? 'R²' : 'r'} ${written(r ?? r2)}, q ${formatPValue(q_value)})`;
}

const COLUMNS: readonly Column<GeneModule>[] = [
  { ...moduleColumn(220), isSortable: false },
  { key: 'kme', title: 'kME', kind: 'decimal', width: 84 },
  // Names such as blue occur in most networks: the data set tells them apart.
  { ...dataSetColumn(260), isSortable: false },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 96, isSortable: false },
  {
    key: 'kme_rank',
    title: 'Rank in network',
    kind: 'number',
    width: 120,
    isSortable: false,
    show: ({ kme_rank, number_of_features }) =>
      kme_rank === null ? MISSING : `${formatCount(kme_rank)} of ${formatCount(number_of_features)}`,
  },
  {
    key: 'member_rank',
    title: 'Rank in module',
    kind: 'number',
    width: 120,
    isSortable: false,
    show: ({ member_rank, number_of_members }) =>
      member_rank === null ? MISSING : `${formatCount(member_rank)} of ${formatCount(number_of_members)}`,
  },
  {
    key: 'definitions',
    title: 'Member by',
    width: 176,
    isSortable: false,
    value: ({ definitions }) => (definitions.length === 0 ? MISSING : definitions.join(', ')),
  },
  {
    key: 'best_set',
    title: 'Best set of the module',
    width: 280,
    isSortable: false,
    value: ({ best_set }) => best_set && `${best_set.name} (P ${formatPValue(best_set.p_value)})`,
    href: ({ best_set }) => best_set && geneSetAddress(best_set.omicon_id),
  },
  {
    key: 'best_trait',
    title: 'Best trait of the module',
    width: 250,
    isSortable: false,
    value: ({ best_trait }) => best_trait && describeTrait(best_trait, (r) => r.toFixed(2)),
    show: ({ best_trait }) =>
      best_trait === null ? MISSING : describeTrait(best_trait, (r) => formatDecimal(r, 2)),
    href: ({ omicon_id, best_trait }) => best_trait && moduleAddress(omicon_id, 'traits'),
  },
  { ...networkColumn(280), isSortable: false },
  { key: 'feature', title: 'Feature', kind: 'identifier', width: 120, isSortable: false },
];

/** Why no module is listed, and what there is of the gene instead. */
function NoModules({ symbol, membership, definition }: { symbol: string } & z.output<typeof shape>) {
  const link = (href: string, text: string) => (
    <AddressLink href={href} underline="always" size="sm">
      {text}
    </AddressLink>
  );
  return (
    <>
      {membership === 'members'
        ? `No module you can read contains ${symbol}${definition === 'Any' ? '' : ` by ${definition}`}. `
        : `No network you can read has the kME of ${symbol}. `}
      {membership === 'members' && (
        <>
          {definition !== 'Any' && <>{link(geneAddress(symbol), 'Try any definition')}, or see </>}
          {definition === 'Any' && 'See '}
          {link(`${geneAddress(symbol)}?membership=all`, 'all modules by its kME')},{' '}
        </>
      )}
      {membership === 'all' && 'See '}
      {link(geneAddress(symbol, 'correlates'), 'its correlates')} or{' '}
      {link(geneAddress(symbol, 'data-sets'), 'the data sets that measure it')}.
    </>
  );
}

/** Modules that contain a gene, or every module by its kME, over all readable networks. */
export function GeneModuleGrid({ symbol }: { symbol: string }) {
  const { query: chosen, setQuery } = useAddressQuery(shape);
  const { list, pagingOf, input } = useAddressList(
    listGeneModules,
    (query) => ({
      params: { symbol },
      query: {
        ...query,
        membership: chosen.membership,
        definition: chosen.definition,
        best_of: chosen.best ?? ('all' as const),
      },
    }),
    { sort: 'strength', order: 'desc' },
  );
  const everyRow = useEveryRow(listGeneModules, input);
  const waiting = list.data?.networks_without_kme ?? 0;
  return (
    <>
      {waiting > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          kME of {countOf(waiting, 'network')} is still being computed.
        </Text>
      )}
      <ListGrid
        name="gene-modules"
        caption="Modules, the largest |kME| first"
        columns={COLUMNS}
        list={list}
        pagingOf={pagingOf}
        everyRow={everyRow}
        rowKey={(row) => row.omicon_id}
        chosenAction={collectModules}
        emptyHint={<NoModules symbol={symbol} {...chosen} />}
        toolbar={
          <>
            <Switch
              size="xs"
              label="Best of each data set"
              checked={chosen.best === 'data-set'}
              onChange={(event) =>
                setQuery({ best: event.currentTarget.checked ? 'data-set' : null, page: null }, true)
              }
            />
            <SegmentedControl
              size="xs"
              aria-label="Modules"
              value={chosen.membership}
              onChange={(value) => setQuery({ membership: value === 'all' ? 'all' : null, page: null }, true)}
              data={[
                { value: 'members', label: 'Contain it' },
                { value: 'all', label: 'All by kME' },
              ]}
            />
            {chosen.membership === 'members' && (
              <Select
                size="xs"
                w={130}
                aria-label="Module definition"
                allowDeselect={false}
                value={chosen.definition}
                data={QUERY_DEFINITIONS.map((value) => ({
                  value,
                  label: value === 'Any' ? 'Any definition' : value,
                }))}
                onChange={(value) =>
                  setQuery({ definition: value === 'Any' ? null : value, page: null }, true)
                }
              />
            )}
          </>
        }
      />
    </>
  );
}
