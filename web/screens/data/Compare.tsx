import { Group, SegmentedControl, Text } from '@mantine/core';
import { DATA_SETS, dataSetAddress } from '@omicon/contract/addresses.ts';
import { getDataSet } from '@omicon/contract/areas/collections.ts';
import { getDataSetSampleAttributes } from '@omicon/contract/areas/samples.ts';
import { useMemo, useState } from 'react';
import { BasketMenu } from '../../areas/comparison/BasketMenu.tsx';
import { ComparisonControls } from '../../areas/comparison/ComparisonControls.tsx';
import { type NamedGroup, useNamedGroups } from '../../areas/comparison/calls.ts';
import { GroupCard } from '../../areas/comparison/GroupCard.tsx';
import { GROUP_LETTERS, type GroupLetter, toggleRule } from '../../areas/comparison/group-text.ts';
import { SavedGroups } from '../../areas/comparison/SavedGroups.tsx';
import { type ComparisonView, useComparisonView } from '../../areas/comparison/use-comparison-view.ts';
import { TreemapPicture } from '../../areas/samples/treemap/TreemapPicture.tsx';
import { assignColours } from '../../areas/samples/treemap/treemap-layout.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';
import { useWidth } from '../../ui/plot/use-width.ts';

/** Not needed before the groups are chosen. */
const ComparisonResult = lazyPart(
  'the comparison',
  async () => (await import('../../areas/comparison/ComparisonResult.tsx')).ComparisonResult,
);

const FEWEST = 2;

/** Sample attributes of the data set, with the values of those that a group or its form uses. */
function useAttributes(view: ComparisonView, pending: readonly string[]) {
  const used = view.used.flatMap(({ chosen }) =>
    'rules' in chosen ? chosen.rules.map(({ attribute }) => attribute) : [],
  );
  const optional_attributes = [...new Set([...used, ...pending])].sort();
  return useEndpoint(
    getDataSetSampleAttributes,
    { body: { id: view.dataSetId, optional_attributes, selection: [] } },
    { placeholderData: (before) => before, enabled: view.dataSetId > 0 },
  );
}

type AttributesReply = NonNullable<ReturnType<typeof useAttributes>['data']>;

/** The treemap, whose values go into one group. */
function ValuePicker({
  view,
  reply,
  letters,
}: {
  view: ComparisonView;
  reply: AttributesReply;
  letters: readonly GroupLetter[];
}) {
  const [target, setTarget] = useState<GroupLetter>('a');
  const { ref, width } = useWidth();
  const attributes = reply.sample_attributes;
  useMemo(() => assignColours(attributes), [attributes]);
  const chosen = view.groups.find(({ letter }) => letter === target)?.chosen;
  const rules = chosen !== undefined && 'rules' in chosen ? chosen.rules : [];
  return (
    <section ref={ref} aria-label="Values of the samples">
      <Group gap="sm" mb="xs">
        <Text size="sm">A click on a value adds it to group</Text>
        <SegmentedControl
          size="xs"
          aria-label="Group that clicks change"
          value={target}
          data={letters.map((letter) => ({ value: letter, label: letter.toUpperCase() }))}
          onChange={setTarget}
        />
      </Group>
      {width > 0 && (
        <TreemapPicture
          attributes={attributes}
          width={width - 4}
          scale={1}
          selection={rules.flatMap(({ attribute, values }) => values.map((value) => ({ attribute, value })))}
          isBusy={false}
          onSelect={(value) => view.setGroup(target, { rules: toggleRule(rules, value) })}
        />
      )}
    </section>
  );
}

interface BuilderProps {
  view: ComparisonView;
  reply: AttributesReply;
  named: readonly NamedGroup[];
  pending: Partial<Record<GroupLetter, string>>;
  onPending(pending: Partial<Record<GroupLetter, string>>): void;
}

function Builder({ view, reply, named, pending, onPending }: BuilderProps) {
  const [extra, setExtra] = useState(0);
  const [isPicking, setPicking] = useState(view.used.length === 0);
  const last = Math.max(FEWEST + extra, ...view.used.map(({ letter }) => GROUP_LETTERS.indexOf(letter) + 1));
  const letters = GROUP_LETTERS.slice(0, last);
  const attributes = { known: reply.sample_attributes, optional: reply.optional_attributes };
  return (
    <>
      <Group gap="md" align="stretch" mb="sm">
        {view.groups.slice(0, last).map(({ letter, chosen }) => (
          <GroupCard
            key={letter}
            letter={letter}
            chosen={chosen}
            named={named.find((each) => each.letter === letter)}
            attributes={attributes}
            pending={pending[letter] ?? null}
            onPending={(name) => {
              const { [letter]: _gone, ...others } = pending;
              onPending(name === null ? others : { ...others, [letter]: name });
            }}
            onChange={(next) => view.setGroup(letter, next)}
          >
            <Group gap={4}>
              <BasketMenu
                dataSetId={view.dataSetId}
                letter={letter.toUpperCase()}
                onChoose={(token) => view.setGroup(letter, { token })}
              />
              <SavedGroups
                dataSetId={view.dataSetId}
                letter={letter.toUpperCase()}
                group={named.find((each) => each.letter === letter)?.group}
                token={'token' in chosen ? chosen.token : null}
                onChoose={(token) => view.setGroup(letter, token === null ? { rules: [] } : { token })}
              />
            </Group>
          </GroupCard>
        ))}
      </Group>
      <Group gap="xs" mb="md">
        <SecondaryButton aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
          {isPicking ? 'Hide the treemap' : 'Choose on the treemap'}
        </SecondaryButton>
        {last < GROUP_LETTERS.length && (
          <SecondaryButton onClick={() => setExtra(last + 1 - FEWEST)}>Add a group</SecondaryButton>
        )}
      </Group>
      {isPicking && <ValuePicker view={view} reply={reply} letters={letters} />}
      <ComparisonControls view={view} attributes={attributes} />
    </>
  );
}

function Comparison({ view }: { view: ComparisonView }) {
  const [pending, setPending] = useState<Partial<Record<GroupLetter, string>>>({});
  const reply = useAttributes(view, Object.values(pending));
  const attributes = {
    known: reply.data?.sample_attributes ?? [],
    optional: reply.data?.optional_attributes ?? [],
  };
  const named = useNamedGroups(view, attributes);
  const groups = named.groups.map(({ group }) => group);
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the sample attributes" />;
  const body = { groups, test: view.test, is_paired: view.isPaired, adjust_for: view.adjustFor };
  const isReady = !named.isPending && named.error === null && groups.length >= FEWEST;
  return (
    <>
      <Builder view={view} reply={reply.data} named={named.groups} pending={pending} onPending={setPending} />
      {named.error !== null && <ErrorPanel error={named.error} />}
      {named.error === null && groups.length < FEWEST && !named.isPending && (
        <EmptyState title="Choose two groups of samples">
          Click values on the treemap, or add an attribute to each group and choose its values.
        </EmptyState>
      )}
      {isReady && (
        <ComparisonResult
          // Other groups or tests have other rows, none of them checked.
          key={JSON.stringify(body)}
          id={view.dataSetId}
          body={body}
        />
      )}
    </>
  );
}

/** `/home/compare?ds=..&a=..&b=..`: groups of samples of one data set, compared over all its features. */
export function Compare() {
  const view = useComparisonView();
  const { dataSetId: id } = view;
  const record = useEndpoint(getDataSet, { params: { id }, query: {} }, { enabled: id > 0 });
  if (id === 0)
    return (
      <>
        <PageTitle title="Compare samples" />
        <EmptyState title="No data set is chosen">Open a data set and press Compare samples.</EmptyState>
      </>
    );
  if (!record.isSuccess)
    return <RecordNotLoaded kind="Data set" list={{ title: 'Data sets', href: DATA_SETS }} reply={record} />;
  const { title, ds_version } = record.data;
  return (
    <>
      <Trail
        steps={[
          { title: 'Data sets', href: DATA_SETS },
          { title: `${title} ${ds_version}`, href: dataSetAddress(id, 'samples') },
        ]}
        here="Compare samples"
      />
      <PageTitle title="Compare samples" />
      <Comparison key={id} view={view} />
    </>
  );
}
