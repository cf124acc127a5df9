import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useCallback, useMemo } from 'react';
import { colourOfValue } from '../../colour/data-colours.ts';
import { fillOf } from '../../colour/na-hatch.ts';
import type { Column } from '../../grid/columns.ts';
import type { ChosenAction } from '../../grid/use-chosen-rows.ts';
import { widthInEm } from '../../text/fit-label.ts';
import { cutEnd, NA, withMinus } from '../../text/format.ts';
import { YAxis } from '../Axis.tsx';
import plot from '../plot.module.css';
import { type GroupStop, listStops, moveStop, pointsOfStops } from './group-stops.ts';
import {
  type GroupMark,
  type GroupOfValues,
  type GroupsLayout,
  groupBelow,
  layoutGroups,
} from './groups-layout.ts';
import { OwnMark } from './OwnMark.tsx';
import { PlotFigure, type PlotNames } from './PlotFigure.tsx';

const INK = '#1b2124';
/** Size of the names, and of a slanted one its angle in degrees. */
const [LETTERS, SLANT] = [11, 35];

function BoxMark({ mark: { x, width, box } }: { mark: GroupMark }) {
  const half = width / 4;
  return (
    <path
      d={`M${x} ${box.lower_whisker}V${box.lower_quartile}M${x} ${box.upper_quartile}V${box.upper_whisker}M${x - half} ${box.upper_quartile}H${x + half}V${box.lower_quartile}H${x - half}ZM${x - half} ${box.median}H${x + half}`}
      fill="none"
      stroke={INK}
      strokeWidth={1.25}
      className={plot.cursor}
    />
  );
}

function Marks({
  layout,
  groups,
  attribute,
  label,
  unit,
  marked,
  isFile,
}: {
  layout: GroupsLayout;
  groups: readonly GroupOfValues[];
  attribute: string;
  label: string;
  unit?: string | undefined;
  marked?: string | undefined;
  isFile: boolean;
}) {
  const room = layout.marks[0]?.width ?? 60;
  const nameLength = Math.max(4, Math.floor(room / 6));
  // In a file names are whole: slanted where they would meet.
  const longest = Math.max(0, ...groups.map(({ group }) => LETTERS * widthInEm(group ?? NA)));
  const isSlanted = isFile && longest > room;
  const below = isSlanted ? Math.sin((SLANT * Math.PI) / 180) * longest + 24 : 31;
  return (
    <>
      <YAxis ticks={layout.ticks} left={layout.left} right={layout.width} label={label} unit={unit} />
      {layout.facets.map(({ facet, x }) => (
        <text key={facet} x={x} y={12} fontWeight="600" className={plot.label}>
          {facet}
        </text>
      ))}
      {layout.marks.map((mark) => {
        const { group = null, values = [] } = groups[mark.index] ?? {};
        const fill = fillOf(colourOfValue(attribute, group));
        return (
          <g key={mark.index}>
            {mark.violin !== null && <path d={mark.violin} fill={fill} fillOpacity={0.6} />}
            {mark.points.map(({ x, y, member }) => (
              <circle key={member} cx={x} cy={y} r={2.5} fill={fill} fillOpacity={0.8} />
            ))}
            <BoxMark mark={mark} />
            {mark.marked !== null && <OwnMark at={mark.marked} name={marked ?? ''} width={layout.width} />}
            <text
              {...(isSlanted
                ? {
                    transform: `translate(${mark.x} ${layout.floor + 28}) rotate(-${SLANT})`,
                    textAnchor: 'end',
                  }
                : { x: mark.x, y: layout.floor + 16, textAnchor: 'middle' })}
              className={plot.label}
            >
              {isFile ? (group ?? NA) : cutEnd(group ?? NA, nameLength)}
            </text>
            <text
              x={mark.x}
              y={layout.floor + (isSlanted ? 14 : 31)}
              textAnchor="middle"
              className={plot.tick}
            >
              n={values.length}
            </text>
          </g>
        );
      })}
      {layout.marks.length > 1 && (
        <text x={layout.width - 4} y={layout.floor + below + 16} textAnchor="end" className={plot.tick}>
          {displayAttribute(attribute)}
        </text>
      )}
    </>
  );
}

interface SampleRow {
  sample: string;
  group: string;
  facet: string | null;
  value: number;
}

interface GroupsPlotProps extends PlotNames {
  /** ordered by facet, then as shown */
  groups: readonly GroupOfValues[];
  /** attribute of the groups, which determines their colours */
  attribute: string;
  /** what is measured, with its unit */
  label: string;
  unit?: string;
  /** a sample with a mark of its own */
  marked?: string;
  /** page of a sample */
  hrefOf?: (sample: string) => string;
  /** opens that page, on Enter or a click on its point */
  onOpen?: ((sample: string) => void) | undefined;
  /** gives the rows of the table checkboxes */
  chosenAction?: ChosenAction<{ sample: string }> | undefined;
}

/** A group as a whole, or one of its samples. */
function describeStop({ groups, label }: Pick<GroupsPlotProps, 'groups' | 'label'>, stop: GroupStop): string {
  const { group = null, facet = null, samples = [], values = [], box } = groups[stop.group] ?? {};
  const name = `${group ?? NA}${facet === null ? '' : `, ${facet}`}`;
  if (stop.member !== null)
    return `${samples[stop.member]}, ${name}: ${label} ${withMinus(String(values[stop.member]))}.`;
  const [q1, median, q3] = [box?.lower_quartile, box?.median, box?.upper_quartile].map((value) =>
    withMinus(value?.toPrecision(4) ?? NA),
  );
  return `${name}: n=${values.length}, median ${median}, quartiles ${q1} and ${q3}.`;
}

/** Numbers of the table, a row for each sample. */
function columnsOf({
  groups,
  attribute,
  label,
  hrefOf,
}: GroupsPlotProps): (Column<SampleRow> & { key: keyof SampleRow })[] {
  const facets = groups.some(({ facet }) => facet !== null)
    ? [{ key: 'facet', title: 'Facet', width: 160 } as const]
    : [];
  return [
    {
      key: 'sample',
      title: 'Sample',
      kind: 'identifier',
      width: 200,
      href: (row) => hrefOf?.(row.sample) ?? null,
    },
    { key: 'group', title: displayAttribute(attribute), width: 200 },
    ...facets,
    { key: 'value', title: label, kind: 'decimal', width: 140 },
  ];
}

/** Values of one feature by groups. The arrow keys read the groups and their samples; the table has every sample. */
export function GroupsPlot(props: GroupsPlotProps) {
  const { groups, attribute, label, unit, marked, onOpen, title, fileName } = props;
  const rows = useMemo(
    () =>
      groups.flatMap(({ group, facet, samples, values }): SampleRow[] =>
        values.map((value, member) => ({ sample: samples[member] ?? '', group: group ?? NA, facet, value })),
      ),
    [groups],
  );
  const stops = useMemo(() => listStops(groups), [groups]);
  const layoutFor = useCallback(
    (width: number) => {
      const layout = layoutGroups(groups, width, marked);
      return { ...layout, points: pointsOfStops(stops, layout) };
    },
    [groups, stops, marked],
  );
  const sampleOf = (index: number) => {
    const { group = 0, member = null } = stops[index] ?? {};
    return member === null ? undefined : groups[group]?.samples[member];
  };
  return (
    <PlotFigure
      title={title}
      fileName={fileName}
      about={props.about}
      chosenAction={props.chosenAction}
      caption={`${title}: quartiles, and whiskers to the last value within 1.5 interquartile ranges${marked === undefined ? '' : `; the diamond is ${marked}`}.`}
      keys={`The left and right arrow keys read the groups, up and down the samples of one${onOpen === undefined ? '' : '; Enter opens a sample'}.`}
      columns={columnsOf(props)}
      rows={rows}
      layoutFor={layoutFor}
      moveBy={(at, key) => moveStop(stops, at, key)}
      pointAt={groupBelow}
      describe={(index) => describeStop(props, stops[index] ?? { group: 0, member: null })}
      canOpen={(index) => sampleOf(index) !== undefined}
      onOpen={onOpen && ((index) => onOpen(sampleOf(index) ?? ''))}
      marks={(layout, isFile) => (
        <Marks layout={layout} {...{ groups, attribute, label, unit, marked, isFile }} />
      )}
    />
  );
}
