import { Button, Group, MultiSelect, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import {
  getModulePicture,
  listPictureSets,
  MOST_PICTURE_ROWS,
  MOST_STRIPS,
} from '@omicon/contract/areas/analyses/module-picture.ts';
import {
  DEFINITION_NAMES,
  MODULE_DEFINITIONS,
  type ModuleDefinition,
} from '@omicon/domain/records/module-definition.ts';
import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import { labelOf, labelWithCode } from '@omicon/domain/records/value-labels.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { memo, type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../../base/addresses/address-query.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { backgroundOf } from '../../../ui/colour/na-hatch.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { PictureDownload } from '../../../ui/plot/PictureDownload.tsx';
import { countOf, formatCount, NA } from '../../../ui/text/format.ts';
import { CodeLines } from './CodeLines.tsx';
import { type ColourScale, colourScale } from './cell-colours.ts';
import { BELOW, type Below } from './draw-below.ts';
import { drawPicture } from './draw-picture.ts';
import { PictureFigure } from './PictureFigure.tsx';
import { MOST_FEATURE_COLUMNS, PictureTable } from './PictureTable.tsx';
import { colourAt, cssOf } from './palettes.ts';
import classes from './picture.module.css';
import {
  arrange,
  MOST_IN_TREE,
  type Picture,
  ROW_ORDERS,
  type RowOrder,
  SAMPLE_ORDERS,
  type SampleOrder,
  SCALES,
} from './picture-model.ts';
import { SetDots } from './SetDots.tsx';
import { writePicture } from './write-picture.ts';

const ROW_COUNTS = ['10', '30', '60', 'all'] as const;
const PALETTE_NAMES = ['blue-red', 'purple-green'] as const;
const MOST_IN_LEGEND = 12;

/** Everything that can be chosen is in the address; what is as at first is not. */
const shape = z.object({
  definition: z.enum(MODULE_DEFINITIONS).catch('Seed'),
  rows: z.enum(ROW_COUNTS).catch('30'),
  by: z.enum(SAMPLE_ORDERS).catch('eigengene'),
  order: z.enum(ROW_ORDERS).catch('kme'),
  /** one name on each line; absent for the one that the server chooses, `none` for none */
  strips: z.string().max(1000).optional().catch(undefined),
  scale: z.enum(SCALES).catch('z'),
  palette: z.enum(PALETTE_NAMES).catch('blue-red'),
  below: z.enum(BELOW).catch('eigengene'),
  set: z.coerce.number().int().positive().optional().catch(undefined),
  as: z.enum(['picture', 'table']).catch('picture'),
});
type View = z.output<typeof shape>;
const FIRST: View = shape.parse({});
const NO_STRIPS = 'none';

const SAMPLE_ORDER_TITLES: Readonly<Record<SampleOrder, string>> = {
  eigengene: 'Samples by eigengene',
  attribute: 'Samples by attribute, then eigengene',
  tree: 'Samples by tree',
  data: 'Samples as in the data',
};
const ROW_ORDER_TITLES: Readonly<Record<RowOrder, string>> = {
  kme: 'Rows by kME',
  tree: 'Rows by tree',
  name: 'Rows by name',
};
const BELOW_TITLES: Readonly<Record<Below, string>> = {
  eigengene: 'Eigengene below',
  '5': 'Lines of the top 5 below',
  '10': 'Lines of the top 10 below',
  '15': 'Lines of the top 15 below',
};

function optionsOf<Name extends string>(titles: Readonly<Record<Name, string>>) {
  return (Object.entries(titles) as [Name, string][]).map(([value, label]) => ({ value, label }));
}

function Controls({
  view,
  picture,
  definitions,
  change,
}: {
  view: View;
  picture: Picture;
  definitions: ModuleRecord['definitions'];
  change(part: Partial<Record<keyof View, string | null>>): void;
}) {
  const choose = (part: keyof View) => (value: string | null) =>
    change({ [part]: value === String(FIRST[part]) ? null : value });
  const hasValues = picture.values.length > 0;
  return (
    <Group gap="xs" mb="sm">
      <Select
        size="xs"
        w={190}
        aria-label="Members"
        allowDeselect={false}
        value={view.definition}
        data={definitions.map(({ definition, members }) => ({
          value: definition,
          label: `${DEFINITION_NAMES[definition].title} (${formatCount(members)})`,
        }))}
        onChange={(value) => change({ definition: value === FIRST.definition ? null : value, set: null })}
      />
      <Select
        size="xs"
        w={120}
        aria-label="Number of rows"
        allowDeselect={false}
        value={view.rows}
        data={ROW_COUNTS.map((value) => ({ value, label: value === 'all' ? 'All rows' : `${value} rows` }))}
        onChange={choose('rows')}
      />
      <Select
        size="xs"
        w={240}
        aria-label="Order of the samples"
        allowDeselect={false}
        value={view.by}
        data={optionsOf(SAMPLE_ORDER_TITLES)}
        onChange={choose('by')}
      />
      {hasValues && (
        <>
          <Select
            size="xs"
            w={140}
            aria-label="Order of the rows"
            allowDeselect={false}
            value={view.order}
            data={optionsOf(ROW_ORDER_TITLES)}
            onChange={choose('order')}
          />
          <Select
            size="xs"
            w={190}
            aria-label="Panel below"
            allowDeselect={false}
            value={view.below}
            data={optionsOf(BELOW_TITLES)}
            onChange={choose('below')}
          />
          <SegmentedControl
            size="xs"
            aria-label="Scale"
            value={view.scale}
            data={[
              { value: 'z', label: 'z' },
              { value: 'values', label: 'Values' },
            ]}
            onChange={choose('scale')}
          />
          {view.scale === 'z' && (
            <Select
              size="xs"
              w={150}
              aria-label="Colours"
              allowDeselect={false}
              value={view.palette}
              data={[
                { value: 'blue-red', label: 'Blue to red' },
                { value: 'purple-green', label: 'Purple to green' },
              ]}
              onChange={choose('palette')}
            />
          )}
        </>
      )}
      {picture.attributes.length > 0 && (
        <MultiSelect
          size="xs"
          miw={220}
          aria-label="Sample attributes"
          placeholder={picture.strips.length === 0 ? 'Sample attributes' : undefined}
          searchable
          maxValues={MOST_STRIPS}
          value={picture.strips.map(({ attribute }) => attribute)}
          data={picture.attributes.map((name) => ({ value: name, label: displayAttribute(name) }))}
          onChange={(names) => change({ strips: names.length === 0 ? NO_STRIPS : names.join('\n') })}
        />
      )}
    </Group>
  );
}

const Legend = memo(function Legend({ picture, scale }: { picture: Picture; scale: ColourScale }) {
  const ramp = [0, 0.25, 0.5, 0.75, 1].map((share) => cssOf(colourAt(scale.palette, share)));
  const isZ = scale.palette !== 'viridis';
  const textOf = (value: number) => (isZ ? value.toFixed(1) : value.toPrecision(3)).replace('-', '\u2212');
  return (
    <Stack gap={4}>
      {picture.values.length > 0 && (
        <ul className={classes.legend} aria-label="Colours of the cells">
          <li>
            <span className={classes.legendTitle}>{isZ ? 'z' : 'Value'}</span>
            {textOf(scale.lowest)}
            <span
              className={classes.ramp}
              aria-hidden="true"
              style={{ background: `linear-gradient(90deg, ${ramp.join(', ')})` }}
            />
            {textOf(scale.highest)}
          </li>
        </ul>
      )}
      {picture.strips.map(({ attribute, values, value_labels }) => {
        const counts = new Map<string | null, number>();
        for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
        const shown = [...counts]
          .toSorted(([a, n], [b, m]) => Number(a === null) - Number(b === null) || m - n)
          .slice(0, MOST_IN_LEGEND);
        return (
          <ul
            key={attribute}
            className={classes.legend}
            aria-label={`Colours of ${displayAttribute(attribute)}`}
          >
            <li className={classes.legendTitle}>{displayAttribute(attribute)}</li>
            {shown.map(([value, count]) => (
              <li key={value ?? '\u0000'} title={labelWithCode(value, value_labels) ?? NA}>
                <span
                  className={classes.swatch}
                  aria-hidden="true"
                  style={{ background: backgroundOf(colourOfValue(attribute, value)) }}
                />
                {labelOf(value, value_labels) ?? NA} ({count})
              </li>
            ))}
            {counts.size > shown.length && <li>and {counts.size - shown.length} more</li>}
          </ul>
        );
      })}
    </Stack>
  );
});

function Notes({ picture, view, isTable }: { picture: Picture; view: View; isTable: boolean }) {
  const { number_of_matching: matching, number_of_members: members, rows, samples, values } = picture;
  const notes = [
    ...(picture.values_state === 'none'
      ? ['You cannot read the input data set, so only the eigengene and enrichment are shown.']
      : []),
    ...(picture.values_state === 'waiting'
      ? ['The expression values are being prepared. Reload in a few minutes.']
      : []),
    ...(view.set === undefined
      ? []
      : [`${formatCount(matching)} of ${countOf(members, 'member')} are in the chosen gene set.`]),
    ...(values.length > 0 && rows.length < matching
      ? [`The ${formatCount(rows.length)} strongest of ${countOf(matching, 'member')} by kME.`]
      : []),
    ...(view.by === 'tree' && samples.length > MOST_IN_TREE
      ? [`More than ${formatCount(MOST_IN_TREE)} samples: ordered by eigengene instead of a tree.`]
      : []),
    ...(isTable && values.length > MOST_FEATURE_COLUMNS
      ? [`The table has the first ${MOST_FEATURE_COLUMNS} features; the TSV has all.`]
      : []),
  ];
  return notes.length === 0 ? null : (
    <Text size="xs" c="dimmed" mb="xs">
      {notes.join(' ')}
    </Text>
  );
}

function queryOf(view: View, version: number) {
  return {
    version,
    definition: view.definition as ModuleDefinition,
    rows: view.rows === 'all' ? MOST_PICTURE_ROWS : Number(view.rows),
    ...(view.strips === undefined ? {} : { attributes: view.strips === NO_STRIPS ? '' : view.strips }),
    ...(view.set === undefined ? {} : { gene_set: view.set }),
  };
}

function pathOf(id: number, query: ReturnType<typeof queryOf>): string {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${getModulePicture.path.replace(':id', String(id))}?${new URLSearchParams(entries)}`;
}

/** Expression of the members of a module with eigengene, sample attributes and enrichment, on one order of samples. */
export function ModulePicture({
  module,
  actions,
}: {
  module: ModuleRecord;
  /** what can be done with the members of a definition */
  actions?: (definition: ModuleDefinition) => ReactNode;
}) {
  const { query: view, setQuery } = useAddressQuery(shape);
  const asked = queryOf(view, module.version);
  const params = { id: module.id };
  const reply = useEndpoint(
    getModulePicture,
    { params, query: asked },
    { placeholderData: keepPreviousData },
  );
  const sets = useEndpoint(listPictureSets, {
    params,
    query: { version: module.version, definition: view.definition },
  });
  const { ref, width } = useElementSize();
  const picture = reply.data;
  const arrangement = useMemo(
    () => picture && arrange(picture, { sampleOrder: view.by, rowOrder: view.order }),
    [picture, view.by, view.order],
  );
  const scale = useMemo(
    () =>
      picture &&
      arrangement &&
      colourScale(picture, arrangement, { scale: view.scale, palette: view.palette }),
    [picture, arrangement, view.scale, view.palette],
  );
  if (reply.isError) return <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />;
  if (!picture || !arrangement || !scale) return <Waiting what="the picture" />;
  const change = (part: Partial<Record<keyof View, string | null>>) => setQuery(part, true);
  const title = `${module.title}: ${picture.values.length > 0 ? `${countOf(picture.rows.length, 'feature')}, ` : ''}${countOf(picture.samples.length, 'sample')}`;
  const fileName = `module-picture-${module.omicon_id}`;
  return (
    <section ref={ref} aria-label="Picture of the module">
      <Group justify="space-between" gap="sm" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={view.as}
          data={[
            { value: 'picture', label: 'Picture' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={(as) => change({ as: as === FIRST.as ? null : as })}
        />
        <Group gap="xs">
          {actions?.(view.definition)}
          <CodeLines path={pathOf(module.id, asked)} />
          <PictureDownload
            draw={() => drawPicture(picture, arrangement, { scale, below: view.below, title })}
            write={() => writePicture(picture, arrangement)}
            fileName={fileName}
          />
        </Group>
      </Group>
      <Controls view={view} picture={picture} definitions={module.definitions} change={change} />
      <Notes picture={picture} view={view} isTable={view.as === 'table'} />
      {picture.number_of_matching === 0 && (
        <EmptyState title="No members">
          {view.set === undefined
            ? `No feature is a member under ${DEFINITION_NAMES[view.definition].title}; choose another definition.`
            : 'No member of the module is in the chosen gene set.'}
        </EmptyState>
      )}
      {view.as === 'table' ? (
        <PictureTable picture={picture} arrangement={arrangement} />
      ) : (
        <Stack gap="md">
          <PictureFigure
            picture={picture}
            arrangement={arrangement}
            scale={scale}
            below={picture.values.length > 0 ? view.below : 'eigengene'}
            width={Math.max(width, 260)}
            label={title}
          />
          <Legend picture={picture} scale={scale} />
        </Stack>
      )}
      {sets.data !== undefined && sets.data.results.length > 0 && (
        <Stack gap={4} mt="lg">
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              Enriched gene sets
            </Text>
            {view.set !== undefined && (
              <Button size="xs" variant="subtle" onClick={() => change({ set: null })}>
                All members
              </Button>
            )}
          </Group>
          <SetDots
            sets={sets.data.results}
            chosen={view.set}
            onChoose={(set) => change({ set: set === null ? null : String(set) })}
          />
        </Stack>
      )}
    </section>
  );
}
