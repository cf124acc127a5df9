import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { consensusAddress } from '@omicon/contract/addresses.ts';
import {
  type ConsensusModule,
  computeConsensus,
  getSharedConsensus,
} from '@omicon/contract/areas/consensus.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { CiteList } from '../../actions/cite/CiteButton.tsx';
import { CompareGenes } from '../../actions/explore/CompareGenes.tsx';
import { ExploreList } from '../../actions/explore/ExploreGenes.tsx';
import { SaveGeneSet } from '../../actions/gene-set/SaveGeneSet.tsx';
import { ConsensusGenes } from '../../areas/consensus/ConsensusGenes.tsx';
import { ConsensusPicture } from '../../areas/consensus/ConsensusPicture.tsx';
import { consensusShape, withoutModule } from '../../areas/consensus/consensus-view.ts';
import { ModuleList } from '../../areas/consensus/ModuleList.tsx';
import { SavedConsensus, useSavedConsensus } from '../../areas/consensus/SavedConsensus.tsx';
import { SpecificityPlot } from '../../areas/consensus/SpecificityPlot.tsx';
import { describeOthers } from '../../areas/matching/organism-text.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';

/** Genes that are saved or explored. */
const BEST_GENES = 100;

/** A saved list by its token. */
function useSharedList(token: string | undefined) {
  return useEndpoint(
    getSharedConsensus,
    { params: { token: token ?? '' } },
    { enabled: token !== undefined },
  );
}

function AgainstChooser({
  token,
  onChoose,
}: {
  token: string | undefined;
  onChoose(token: string | null): void;
}) {
  const { saved } = useSavedConsensus();
  if (saved.length === 0 && token === undefined) return null;
  const known = saved.map(({ name, share_token }) => ({ value: share_token, label: name }));
  const isKnown = token === undefined || saved.some(({ share_token }) => share_token === token);
  return (
    <Select
      size="xs"
      w={240}
      label="Compare with a saved list"
      placeholder="None"
      clearable
      data={isKnown ? known : [...known, { value: token, label: 'The list of the link' }]}
      value={token ?? null}
      onChange={onChoose}
    />
  );
}

/** Why there is no consensus where one module counts. */
function TooFew({ modules }: { modules: readonly ConsensusModule[] }) {
  const [only, ...more] = modules.filter(({ left_out }) => left_out === null);
  if (only === undefined || more.length > 0) return null;
  const readable = modules.filter(({ left_out }) => left_out !== 'not readable');
  const isOneDataSet =
    readable.some(({ id }) => id !== only.id) &&
    readable.every(({ data_set }) => data_set.id === only.data_set.id);
  return (
    <Alert color="orange" variant="light">
      {isOneDataSet
        ? `All of these modules are of ${only.data_set.title}. Its samples count once, so there is no consensus: the list shows the kME of ${only.name}, weighted by its samples.`
        : 'One module is no consensus: the list shows its kME, weighted by its samples.'}
    </Alert>
  );
}

interface LoadedProps {
  modules: readonly number[];
  name: string;
  isSaved: boolean;
}

function Loaded({ modules, name, isSaved }: LoadedProps) {
  const { query, setQuery } = useAddressQuery(consensusShape);
  const best = useEndpoint(computeConsensus, { body: { modules: [...modules], page_size: BEST_GENES } });
  const against = useSharedList(query.against);
  if (!best.isSuccess) return <NotLoaded reply={best} what="the consensus" />;
  const counting = best.data.modules.filter(({ left_out }) => left_out === null);
  const related = (wanted: string) =>
    counting
      .filter(({ relation }) => relation === wanted)
      .map((each) => `${each.name} (${each.data_set.title})`)
      .join(', ');
  const [opposing, unrelated] = [related('opposing'), related('unrelated')];
  const genes = best.data.results.flatMap(({ symbol, rank }) => (rank === null ? [] : [symbol]));
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed" maw="72ch">
        {countOf(counting.length, 'module')} of {formatCount(modules.length)} count. Fidelity combines the kME
        of a gene over them, Fisher&apos;s z weighted by samples − 3; {formatCount(best.data.ranked)} genes in
        at least half of the modules are ranked.{describeOthers(best.data.other_organisms)}
      </Text>
      <TooFew modules={best.data.modules} />
      {unrelated !== '' && (
        <Alert color="orange" variant="light">
          {`The kME of ${unrelated} is unrelated to that of the other modules: the fidelity of a gene over them means little.`}
        </Alert>
      )}
      {opposing !== '' && (
        <Alert color="orange" variant="light">
          {`The kME of ${opposing} runs against that of the other modules: it may be the opposite pole of the same gradient. Take it out if it is another class.`}
        </Alert>
      )}
      <ConsensusPicture genes={best.data.results} counting={counting} name={name} />
      <ModuleList
        modules={best.data.modules}
        {...(isSaved
          ? {}
          : {
              onRemove: (number: number) => setQuery({ modules: withoutModule(modules, number), page: null }),
            })}
      />
      {counting.length === 0 ? (
        <EmptyState title="No module counts">The notes above say why.</EmptyState>
      ) : (
        <ConsensusGenes
          modules={modules}
          toolbar={
            <Group gap="xs">
              <ExploreList identifiers={genes} label={`Explore the first ${genes.length}`} />
              <CompareGenes name={`consensus of ${name}`} genes={genes} />
              <SaveGeneSet name={`consensus of ${name}`} genes={genes} />
              <CiteList
                size="xs"
                list={{
                  title: `Consensus of ${name}`,
                  address: consensusAddress(modules),
                  rows: best.data.ranked,
                }}
              />
            </Group>
          }
        />
      )}
      <section aria-labelledby="specificity">
        <Group justify="space-between" align="flex-end" mb="sm">
          <Title order={2} id="specificity">
            Against another list
          </Title>
          <AgainstChooser token={query.against} onChoose={(token) => setQuery({ against: token })} />
        </Group>
        {query.against === undefined ? (
          <Text size="sm" c="dimmed">
            Choose a saved list, such as that of another cell class, to see which genes mark only one of them.
          </Text>
        ) : !against.isSuccess ? (
          <NotLoaded reply={against} what="the other list" />
        ) : against.data.modules.length === 0 ? (
          <EmptyState title="No modules that you can read">
            The modules of the other list were deleted, or you may no longer read them.
          </EmptyState>
        ) : (
          <SpecificityPlot
            modules={modules}
            against={against.data.modules}
            name={name}
            againstName={against.data.name}
          />
        )}
      </section>
    </Stack>
  );
}

/** How many modules of a saved list are missing. */
function NotReadable({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Alert color="orange" variant="light" mb="md">
      {count === 1
        ? 'One more module of this list was deleted, or you may not read it.'
        : `${formatCount(count)} more modules of this list were deleted, or you may not read them.`}
    </Alert>
  );
}

/** `/home/consensus?modules=..` or `?list=..`: which genes mark the same class in every data set. */
export function Consensus() {
  const { query, setQuery } = useAddressQuery(consensusShape);
  const shared = useSharedList(query.list);
  const modules = query.list === undefined ? query.modules : (shared.data?.modules ?? []);
  const name = shared.data?.name ?? 'these modules';
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="sm">
        <PageTitle
          title={
            query.list === undefined ? NAMED_SCREENS.consensus.title : `Consensus: ${shared.data?.name ?? ''}`
          }
        />
        <SavedConsensus
          modules={modules}
          token={query.list ?? null}
          onOpen={(token) => setQuery({ list: token, modules: null, page: null })}
        />
      </Group>
      {query.list !== undefined && !shared.isSuccess ? (
        <NotLoaded reply={shared} what="the list" />
      ) : modules.length === 0 ? (
        query.list === undefined ? (
          <EmptyState title="No modules yet">
            Open a module, choose Elsewhere, and press Consensus of these modules; or open a saved list.
          </EmptyState>
        ) : (
          <EmptyState title="No modules that you can read">
            The modules of this list were deleted, or you may no longer read them.
          </EmptyState>
        )
      ) : (
        <>
          <NotReadable count={shared.data?.not_readable ?? 0} />
          <Loaded modules={modules} name={name} isSaved={query.list !== undefined} />
        </>
      )}
    </>
  );
}
