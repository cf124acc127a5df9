import { CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { geneAddress, geneSetAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { compareLists } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { CollectButton } from '../../actions/collect/CollectButton.tsx';
import { collectedGenes } from '../../actions/collect/collected-items.ts';
import { ExploreList } from '../../actions/explore/ExploreGenes.tsx';
import { SaveGeneSet } from '../../actions/gene-set/SaveGeneSet.tsx';
import { RepairLines } from '../../areas/gene-lists/repair/RepairLines.tsx';
import { AddList } from '../../areas/list-comparison/AddList.tsx';
import {
  type ChosenList,
  LIST_LETTERS,
  readChosen,
  toCompared,
  writeChosen,
} from '../../areas/list-comparison/list-text.ts';
import { PairGrid } from '../../areas/list-comparison/PairGrid.tsx';
import { nameLists, PartsPlot } from '../../areas/list-comparison/PartsPlot.tsx';
import { describeOthers } from '../../areas/matching/organism-text.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { CallError } from '../../base/calls/call-error.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';

type Comparison = ReplyOf<typeof compareLists>;

const shape = z.object(
  Object.fromEntries(LIST_LETTERS.map((letter) => [letter, z.string().catch('').transform(readChosen)])),
);

/** The lists of the address, in the order of their letters. */
function useChosenLists() {
  const { query, setQuery } = useAddressQuery(shape);
  const lists = LIST_LETTERS.flatMap((letter) => query[letter] ?? []);
  const change = (next: readonly ChosenList[]) =>
    setQuery(
      Object.fromEntries(
        LIST_LETTERS.map((letter, at) => {
          const list = next[at];
          return [letter, list === undefined ? null : writeChosen(list)];
        }),
      ),
    );
  return { lists, change };
}

function useComparison(lists: readonly ChosenList[]) {
  return useQuery({
    queryKey: ['compare-lists', lists.map(writeChosen)],
    queryFn: async ({ signal }) =>
      callEndpoint(compareLists, { body: { lists: await Promise.all(lists.map(toCompared)) }, signal }),
    enabled: lists.length >= 2,
  });
}

function hrefOf({ kind, omicon_id }: Comparison['lists'][number]): string | null {
  if (omicon_id === null) return null;
  return kind === 'module' ? moduleAddress(omicon_id) : geneSetAddress(omicon_id);
}

/** Until the comparison names the list. */
function waitingName(list: ChosenList): string {
  if (list.kind === 'list') return list.name || 'List';
  return writeChosen(list).split(':').slice(0, 2).join(' ');
}

function ChosenCards({
  lists,
  found,
  onRemove,
}: {
  lists: readonly ChosenList[];
  found: Comparison | undefined;
  onRemove(at: number): void;
}) {
  if (lists.length === 0) return null;
  return (
    <Group gap="sm" mb="md" component="ul" p={0} style={{ listStyle: 'none' }}>
      {lists.map((list, at) => {
        const about = found?.lists[at];
        const name = about?.name ?? waitingName(list);
        const href = about === undefined ? null : hrefOf(about);
        return (
          <Paper key={writeChosen(list)} component="li" withBorder px="sm" py={6}>
            <Group gap="xs" wrap="nowrap">
              <div>
                {href === null ? (
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                ) : (
                  <AddressLink href={href} size="sm" style={{ fontWeight: 600 }}>
                    {name}
                  </AddressLink>
                )}
                <Text size="xs" c="dimmed">
                  {about === undefined
                    ? '\u2026'
                    : `${countOf(about.size, 'gene')}, ${formatCount(about.in_universe)} in the universe`}
                </Text>
                {about?.repair && <RepairLines repair={about.repair} />}
              </div>
              <CloseButton size="sm" aria-label={`Take out ${name}`} onClick={() => onRemove(at)} />
            </Group>
          </Paper>
        );
      })}
    </Group>
  );
}

function GenesOfPart({ names, part }: { names: readonly string[]; part: Comparison['parts'][number] }) {
  const title = `${countOf(part.symbols.length, 'gene')} in ${nameLists(names, part.lists)}`;
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          <ExploreList identifiers={part.symbols} />
          <SaveGeneSet name={title} genes={part.symbols} />
          <CollectButton items={() => collectedGenes(part.symbols)} />
        </Group>
      </Group>
      <Text size="sm" ff="monospace">
        {part.symbols.map((symbol, at) => (
          <span key={symbol}>
            {at > 0 && ' '}
            <AddressLink href={geneAddress(symbol)}>{symbol}</AddressLink>
          </span>
        ))}
      </Text>
    </section>
  );
}

function Result({ found }: { found: Comparison }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const names = found.lists.map(({ name }) => name);
  const part = chosen === null ? undefined : found.parts[chosen];
  return (
    <Stack gap="lg">
      <PartsPlot names={names} parts={found.parts} chosen={chosen} onChoose={setChosen} />
      {part !== undefined && <GenesOfPart names={names} part={part} />}
      <PairGrid names={names} pairs={found.pairs} />
      <Text size="xs" c="dimmed" maw="72ch">
        Universe: {formatCount(found.universe.size)}{' '}
        {found.universe.kind === 'modules'
          ? 'symbols that the networks of all modules measure; genes outside are left out.'
          : 'official gene symbols, and those of the lists.'}
        {describeOthers(found.other_organisms)} P: hypergeometric, of at least and of at most as many common
        genes; two-sided by Fisher&apos;s exact test. Odds ratio: conditional maximum likelihood with its 95 %
        interval.
      </Text>
    </Stack>
  );
}

/** `/home/compare-lists?a=..&b=..`: gene sets, modules and lists against each other. */
export function CompareLists() {
  const { lists, change } = useChosenLists();
  const comparison = useComparison(lists);
  const { error } = comparison;
  const refusal = error instanceof CallError && [400, 404].includes(error.status) ? error.message : null;
  return (
    <>
      <PageTitle title={NAMED_SCREENS.compareLists.title} />
      <ChosenCards
        lists={lists}
        found={comparison.data}
        onRemove={(at) => change(lists.filter((_, other) => other !== at))}
      />
      {lists.length < LIST_LETTERS.length && <AddList onAdd={(list) => change([...lists, list])} />}
      {lists.length < 2 ? (
        <EmptyState title="Choose two lists">
          Add gene sets, modules or pasted genes, up to six. The address has them all, so you can send it.
        </EmptyState>
      ) : refusal !== null ? (
        <EmptyState title="Nothing to compare">{refusal}</EmptyState>
      ) : !comparison.isSuccess ? (
        <NotLoaded reply={comparison} what="the lists" />
      ) : (
        <Result key={lists.map(writeChosen).join()} found={comparison.data} />
      )}
    </>
  );
}
