import { Box, Group, SegmentedControl } from '@mantine/core';
import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { MAX_STRIPS } from '@omicon/contract/areas/analyses/module-picture.ts';
import { DEFINITION_NAMES } from '@omicon/domain/records/module-definition.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { MultiSelect } from '../../../ui/form/options/MultiSelect.tsx';
import { Select } from '../../../ui/form/options/Select.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import { MIN_IN_TREE, type Picture } from './picture-model.ts';
import {
  type Below,
  chosenStrips,
  FIRST_VIEW,
  NO_STRIPS,
  ROW_COUNTS,
  type RowOrder,
  type SampleOrder,
  type View,
  type ViewChange,
} from './picture-view.ts';

function optionsOf<Name extends string>(titles: Readonly<Record<Name, string>>) {
  return (Object.entries(titles) as [Name, string][]).map(([value, label]) => ({ value, label }));
}

const ROW_COUNT_OPTIONS = ROW_COUNTS.map((value) => ({
  value,
  label: value === 'all' ? 'All rows' : `${value} rows`,
}));
const SAMPLE_ORDERS = optionsOf<SampleOrder>({
  eigengene: 'Samples by eigengene',
  attribute: 'Samples by attribute, then eigengene',
  tree: 'Samples by tree',
  data: 'Samples as in the data',
});
const ROW_ORDERS = optionsOf<RowOrder>({
  kme: 'Rows by kME',
  tree: 'Rows by tree',
  name: 'Rows by name',
});
/** The same for a picture with too few rows for a tree. */
const ROW_ORDERS_OF_FEW = ROW_ORDERS.map((option) =>
  option.value === 'tree'
    ? { value: 'tree', label: `Rows by tree (needs ${MIN_IN_TREE})`, disabled: true }
    : option,
);
const BELOW_OPTIONS = optionsOf<Below>({
  eigengene: 'Eigengene below',
  '5': 'Lines of the top 5 below',
  '10': 'Lines of the top 10 below',
  '15': 'Lines of the top 15 below',
});
const PALETTES = optionsOf<View['palette']>({
  'blue-red': 'Blue to red',
  'purple-green': 'Purple to green',
});

type Change = (part: ViewChange) => void;

/** Room for a control until the picture is drawn: mounting seven of them takes longer than the picture. */
function AfterPicture({ width, children }: { width: number; children: () => ReactNode }) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? children() : <Box w={width} h={30} />;
}

/** One choice of the view. Only the one that changed is rendered again: a Select costs as much as the picture. */
const Choice = memo(function Choice({
  part,
  label,
  value,
  data,
  width,
  change,
}: {
  part: keyof View;
  label: string;
  value: string;
  data: { value: string; label: string; disabled?: boolean }[];
  width: number;
  change: Change;
}) {
  return (
    <AfterPicture width={width}>
      {() => (
        <Select
          size="xs"
          w={width}
          aria-label={label}
          allowDeselect={false}
          value={value}
          data={data}
          onChange={(chosen) => change({ [part]: chosen === FIRST_VIEW[part] ? null : chosen })}
        />
      )}
    </AfterPicture>
  );
});

const DefinitionChoice = memo(function DefinitionChoice({
  value,
  definitions,
  change,
}: {
  value: View['definition'];
  definitions: ModuleRecord['definitions'];
  change: Change;
}) {
  return (
    <AfterPicture width={190}>
      {() => (
        <Select
          size="xs"
          w={190}
          aria-label="Members"
          allowDeselect={false}
          value={value}
          data={definitions.map(({ definition, members }) => ({
            value: definition,
            label: `${DEFINITION_NAMES[definition].title} (${formatCount(members)})`,
          }))}
          onChange={(chosen) =>
            change({ definition: chosen === FIRST_VIEW.definition ? null : chosen, set: null })
          }
        />
      )}
    </AfterPicture>
  );
});

const ScaleChoice = memo(function ScaleChoice({ value, change }: { value: View['scale']; change: Change }) {
  return (
    <AfterPicture width={90}>
      {() => (
        <SegmentedControl
          size="xs"
          w={90}
          aria-label="Scale"
          value={value}
          data={[
            { value: 'z', label: 'z' },
            { value: 'values', label: 'Values' },
          ]}
          onChange={(chosen) => change({ scale: chosen === FIRST_VIEW.scale ? null : chosen })}
        />
      )}
    </AfterPicture>
  );
});

/** The picture shows what was chosen only when its reply is there; until then another choice adds to the first. */
const StripChoice = memo(function StripChoice({
  value,
  picture: { strips, attributes },
  change,
}: {
  value: View['strips'];
  picture: Picture;
  change: Change;
}) {
  const chosen = chosenStrips(value)?.filter((name) => attributes.includes(name));
  const shown = chosen ?? strips.map(({ attribute }) => attribute);
  const data = useMemo(
    () => attributes.map((name) => ({ value: name, label: displayAttribute(name) })),
    [attributes],
  );
  return (
    <AfterPicture width={220}>
      {() => (
        <MultiSelect
          size="xs"
          miw={220}
          aria-label="Sample attributes"
          placeholder={shown.length === 0 ? 'Sample attributes' : undefined}
          searchable
          maxValues={MAX_STRIPS}
          value={shown}
          data={data}
          onChange={(names) => change({ strips: names.length === 0 ? NO_STRIPS : names.join('\n') })}
        />
      )}
    </AfterPicture>
  );
});

/** What of the picture can be chosen; `change` is one stable function. */
export const PictureControls = memo(function PictureControls({
  view,
  picture,
  definitions,
  change,
}: {
  view: View;
  picture: Picture;
  definitions: ModuleRecord['definitions'];
  change: Change;
}) {
  const { rows, by, order, below, palette } = view;
  const of = { change };
  return (
    <Group gap="xs" mb="sm">
      <DefinitionChoice value={view.definition} definitions={definitions} change={change} />
      <Choice {...of} part="rows" label="Number of rows" width={120} value={rows} data={ROW_COUNT_OPTIONS} />
      <Choice {...of} part="by" label="Order of the samples" width={240} value={by} data={SAMPLE_ORDERS} />
      {picture.values.length > 0 && (
        <>
          <Choice
            {...of}
            part="order"
            label="Order of the rows"
            width={140}
            value={order}
            data={picture.values.length < MIN_IN_TREE ? ROW_ORDERS_OF_FEW : ROW_ORDERS}
          />
          <Choice {...of} part="below" label="Panel below" width={190} value={below} data={BELOW_OPTIONS} />
          <ScaleChoice value={view.scale} change={change} />
          {view.scale === 'z' && (
            <Choice {...of} part="palette" label="Colours" width={150} value={palette} data={PALETTES} />
          )}
        </>
      )}
      {picture.attributes.length > 0 && <StripChoice value={view.strips} picture={picture} change={change} />}
    </Group>
  );
});
