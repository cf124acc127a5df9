import { Alert, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { consensusAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { type Counterpart, listCounterparts, MIN_TESTED_SYMBOLS } from '@omicon/contract/areas/matching.ts';
import {
  DEFINITION_NAMES,
  type ModuleDefinition,
  SEARCHED_DEFINITIONS,
} from '@omicon/domain/records/module-definition.ts';
import { MODULE_FOLDS, type ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { MAX_CONSENSUS_MODULES } from '@omicon/domain/statistics/correlates/fidelity.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { collectModules } from '../../actions/collect/collect-rows.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { RowsChoice } from '../../ui/grid/folds/RowsChoice.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { CodeModal } from '../../ui/text/CodeModal.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { CounterpartGrid, isByChance } from './counterparts/CounterpartGrid.tsx';
import { CounterpartStrip } from './counterparts/CounterpartStrip.tsx';
import { CODE_LANGUAGES, counterpartLines } from './match-lines.ts';
import { describeNetworks } from './organism-text.ts';
import { PreservationPanel } from './PreservationPanel.tsx';

/** Counterparts of one module mostly are one signal: folded, they would be a single row. */
const USUAL_FOLD: ModuleFold = 'module';

const shape = z.object({
  definition: z.enum(SEARCHED_DEFINITIONS).catch('Seed'),
  /** every module found, not the best of each data set */
  every: z.literal('1').optional().catch(undefined),
  /** modules of the module's own data set, too */
  own: z.literal('1').optional().catch(undefined),
  /** what a row of the table stands for */
  per: z.enum(MODULE_FOLDS).catch(USUAL_FOLD),
  /** data set in which the module is tested */
  test: z.coerce.number().int().optional().catch(undefined),
});

interface Subject {
  id: number;
  name: string;
  /** kind of its features */
  unique_identifier: string | null;
  /** its features by definition */
  definitions: readonly { definition: ModuleDefinition; members: number }[];
}

type Searched = (typeof SEARCHED_DEFINITIONS)[number];

type Found = NonNullable<ReturnType<typeof useCounterparts>['data']>;

function useCounterparts(id: number, definition: Searched) {
  return useEndpoint(listCounterparts, { params: { id }, query: { definition } });
}

function Notes({ found, module }: { found: Found; module: Subject }) {
  const { kme_state, symbols, without_kme } = found;
  if (kme_state !== 'ready') {
    return (
      <Alert color="orange" variant="light" mb="md">
        {kme_state === 'waiting'
          ? `The kME of ${module.name} is still being computed. Until then modules are compared by their genes only.`
          : `The kME of ${module.name} could not be computed. Modules are compared by their genes only.`}
      </Alert>
    );
  }
  const small =
    symbols < MIN_TESTED_SYMBOLS
      ? `${module.name} has ${countOf(symbols, 'gene')} under this definition, too few to test the overlap.`
      : null;
  const waiting =
    without_kme > 0 ? `kME of ${countOf(without_kme, 'module')} is still being computed.` : null;
  const chance = found.results.some(isByChance)
    ? 'Grey modules, with q of 1, share no more genes than expected by chance: they are no counterparts.'
    : null;
  const sentences = [small, waiting, chance].filter((sentence) => sentence !== null);
  if (sentences.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {sentences.join(' ')}
    </Text>
  );
}

/** Data sets of the counterparts, those with the best match first. */
function dataSetsOf(counterparts: readonly Counterpart[]) {
  const titles = new Map(counterparts.map(({ data_set }) => [data_set.id, data_set.title]));
  return [...titles].map(([id, title]) => ({ value: String(id), label: title }));
}

/** The module itself, and the best match of every other data set that goes the same way. */
function bestModules({ id }: Subject, counterparts: readonly Counterpart[]): number[] {
  const others = counterparts.filter(
    (row) =>
      row.is_best_of_data_set && !row.is_own_data_set && !isByChance(row) && row.rho !== null && row.rho > 0,
  );
  return [id, ...others.map((other) => other.id)].slice(0, MAX_CONSENSUS_MODULES);
}

/** The checked counterparts, and the consensus that a click asks for: with these, or with the best of each data set. */
function useChecked(module: Subject, counterparts: readonly Counterpart[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const checked = counterparts.filter(({ omicon_id }) => keys.has(omicon_id));
  const modules =
    checked.length === 0
      ? bestModules(module, counterparts)
      : [module.id, ...checked.map(({ id }) => id)].slice(0, MAX_CONSENSUS_MODULES);
  return { checks: { keys, onChange: setKeys }, checked, consensus: consensusAddress(modules) };
}

function Loaded({ module, found }: { module: Subject; found: Found }) {
  const { query, setQuery } = useAddressQuery(shape);
  const { history } = useRouter();
  const dataSets = useMemo(() => dataSetsOf(found.results), [found.results]);
  const rows = useMemo(
    () =>
      found.results.filter(
        (row) =>
          (query.every !== undefined || row.is_best_of_data_set) &&
          (query.own !== undefined || !row.is_own_data_set),
      ),
    [found.results, query.every, query.own],
  );
  const { checks, checked, consensus } = useChecked(module, found.results);
  const onTest = (dataSet: number) => setQuery({ test: String(dataSet) });
  return (
    <Stack gap="lg">
      <CounterpartStrip
        module={module.name}
        counterparts={rows}
        onOpen={({ omicon_id }) => history.push(moduleAddress(omicon_id))}
        actions={
          <CodeModal
            about="The script fetches the counterparts and draws their correlations of kME."
            languages={CODE_LANGUAGES}
            codeFor={(language) =>
              counterpartLines(
                language,
                `${window.location.origin}${listCounterparts.path.replace(':id', String(module.id))}?definition=${query.definition}`,
                { isEvery: query.every !== undefined, withOwn: query.own !== undefined },
              )
            }
          />
        }
      />
      <CounterpartGrid
        module={module.name}
        rows={rows}
        per={query.per}
        withOrganism={found.other_organisms.length > 0}
        onTest={onTest}
        checks={checks}
        // The grid itself knows only the checked rows of its page.
        chosenAction={(listChosen) => collectModules(() => (checked.length > 0 ? checked : listChosen()))}
        toolbar={
          <Group gap="md" align="flex-end">
            <RowsChoice per={query.per} usual={USUAL_FOLD} onChange={(changes) => setQuery(changes, true)} />
            <Switch
              size="xs"
              label="Best of each data set"
              checked={query.every === undefined}
              onChange={(event) => setQuery({ every: event.currentTarget.checked ? null : '1' }, true)}
            />
            <Switch
              size="xs"
              label="Include its own data set"
              checked={query.own !== undefined}
              onChange={(event) => setQuery({ own: event.currentTarget.checked ? '1' : null }, true)}
            />
            <ButtonLink size="xs" variant="default" href={consensus}>
              {checked.length === 0 ? 'Consensus of these modules' : 'Consensus with the checked modules'}
            </ButtonLink>
          </Group>
        }
      />
      <section aria-labelledby="preservation">
        <Title order={2} id="preservation" mb="xs">
          Preservation
        </Title>
        <Select
          size="xs"
          w={420}
          maw="100%"
          label={`Test ${module.name} in a data set`}
          placeholder="Choose a data set"
          searchable
          clearable
          data={dataSets}
          value={query.test === undefined ? null : String(query.test)}
          onChange={(value) => setQuery({ test: value })}
          mb="md"
        />
        {query.test !== undefined && (
          <PreservationPanel module={module} dataSet={query.test} definition={query.definition} />
        )}
      </section>
    </Stack>
  );
}

/** Why a module without genes cannot be compared: no members under the definition, or none with a symbol. */
function NothingToCompare({ module, definition }: { module: Subject; definition: Searched }) {
  const members = module.definitions.find((one) => one.definition === definition)?.members ?? 0;
  const subject = `${module.name} has ${members === 0 ? 'no' : formatCount(members)} ${members === 1 ? 'feature' : 'features'} under this definition`;
  return (
    <EmptyState title="Nothing to compare">
      {members === 0
        ? `${subject}.`
        : `${subject}, and none has a gene symbol. Modules are compared by gene symbols.`}
    </EmptyState>
  );
}

/** The counterparts, or why there are none. */
function Counterparts({ module, found }: { module: Subject; found: Found }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {formatCount(found.tested)} modules of {countOf(found.networks, 'other network')} tested for genes in
        common; the {formatCount(found.results.length)} with the smallest P compared by kME. Ordered by both:
        the mean of the rank by P and of that by ρ.
        {found.other_organisms.map((organisms) => ` ${describeNetworks(organisms)}`)}
      </Text>
      <Notes found={found} module={module} />
      {found.results.length === 0 ? (
        <EmptyState title="Nothing like it">
          {found.networks === 0
            ? 'There is no other network that you can read.'
            : 'No module of another network shares a gene with this one. Networks of another species or of other identifiers have no symbols in common.'}
        </EmptyState>
      ) : (
        <Loaded module={module} found={found} />
      )}
    </>
  );
}

/** The same module in other networks. */
export function ElsewhereTab({ module }: { module: Subject }) {
  const { query, setQuery } = useAddressQuery(shape);
  const reply = useCounterparts(module.id, query.definition);
  if (reply.isError) return <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />;
  const found = reply.data;
  return (
    <>
      <Select
        size="xs"
        w={160}
        label="Members by"
        allowDeselect={false}
        data={SEARCHED_DEFINITIONS.map((value) => ({ value, label: DEFINITION_NAMES[value].title }))}
        value={query.definition}
        onChange={(definition) => setQuery({ definition: definition === 'Seed' ? null : definition }, true)}
        mb="xs"
      />
      {found === undefined ? (
        <Waiting what="modules like this one" />
      ) : found.symbols === 0 ? (
        <NothingToCompare module={module} definition={query.definition} />
      ) : (
        <Counterparts module={module} found={found} />
      )}
    </>
  );
}
