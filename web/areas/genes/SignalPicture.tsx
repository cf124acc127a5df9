import { dataSetAddress, metaModuleAddress } from '@omicon/contract/addresses.ts';
import type { listMetaModulesOfGene } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { categoryColour } from '../../ui/colour/data-colours.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { XAxis } from '../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../ui/plot/marks/PlotFigure.tsx';
import plot from '../../ui/plot/plot.module.css';
import { fitLabel } from '../../ui/text/fit-label.ts';
import { countOf, formatCount, formatDecimal } from '../../ui/text/format.ts';
import { shortName } from '../../ui/text/name-parts.ts';
import { layoutSignals, type SignalsLayout } from './signals-layout.ts';

export type SignalOfGene = ReplyOf<typeof listMetaModulesOfGene>['results'][number];

const [RULE, INK] = ['#d9dee0', '#1b2124'];
const LETTERS = 11;

/** kME in one data set that has the signal. */
interface Dot {
  signal: string;
  omicon_id: string;
  found_in: string;
  consensus_kme: number;
  rank: number;
  member_of: number;
  measured_by: number;
  data_set: string;
  data_set_id: number;
  kme: number | null;
}

const COLUMNS: (Column<Dot> & { key: keyof Dot & string })[] = [
  { key: 'signal', title: 'Meta-module', width: 240, href: (row) => metaModuleAddress(row.omicon_id) },
  { key: 'found_in', title: 'Cohorts', width: 80 },
  { key: 'consensus_kme', title: 'Consensus kME', kind: 'decimal', width: 120 },
  { key: 'rank', title: 'Rank', kind: 'number', width: 70 },
  { key: 'data_set', title: 'Data set', width: 300, href: (row) => dataSetAddress(row.data_set_id) },
  { key: 'kme', title: 'kME', kind: 'decimal', width: 80 },
  { key: 'member_of', title: 'Member in cohorts', kind: 'number', width: 140 },
  { key: 'measured_by', title: 'Measured by cohorts', kind: 'number', width: 150 },
];

const supportOf = ({ found, findable }: SignalOfGene) => `${formatCount(found)} of ${formatCount(findable)}`;

/** The data sets of a signal, the smallest kME first, those that do not measure the gene last. */
function dotsOf(signal: SignalOfGene): Dot[] {
  const { name, omicon_id, kme: consensus_kme, rank, member_of, measured_by } = signal;
  return signal.kme_by_data_set
    .toSorted((a, b) => (a.kme ?? 2) - (b.kme ?? 2))
    .map(({ data_set, kme }) => ({
      ...{
        signal: name,
        omicon_id,
        found_in: supportOf(signal),
        consensus_kme,
        rank,
        member_of,
        measured_by,
      },
      ...{ data_set: data_set.title, data_set_id: data_set.id, kme },
    }));
}

function cut(text: string, width: number): string {
  return fitLabel(text, { width, height: 14, fontSize: LETTERS, lineHeight: 14 }).join('');
}

interface MarksProps {
  layout: SignalsLayout;
  signals: readonly SignalOfGene[];
  dots: readonly Dot[];
  isFile: boolean;
}

function Marks({ layout, signals, dots, isFile }: MarksProps) {
  const { left, right, floor, ticks, strips, room } = layout;
  return (
    <>
      {ticks.map(({ value, at }) => (
        <line key={value} x1={at} x2={at} y1={2} y2={floor} stroke={RULE} className={plot.rule} />
      ))}
      <XAxis ticks={ticks} top={floor} right={right} label="kME in each data set" />
      {signals.map((signal, at) => {
        const strip = strips[at];
        if (strip === undefined) return null;
        const about = `${supportOf(signal)} cohorts, consensus kME ${formatDecimal(signal.kme)}, rank ${formatCount(signal.rank)} of ${formatCount(signal.consensus_genes)}`;
        return (
          <g key={signal.omicon_id}>
            <text
              x={4}
              y={strip.top + 16}
              fontWeight="600"
              className={plot.label}
              style={isFile ? undefined : { fill: 'var(--mantine-color-anchor)' }}
            >
              {isFile ? signal.name : cut(signal.name, room)}
            </text>
            <text x={4} y={strip.top + 32} className={plot.tick}>
              {isFile ? about : cut(about, room)}
            </text>
            <line x1={left} x2={right} y1={strip.y} y2={strip.y} stroke={RULE} className={plot.rule} />
            <line
              x1={strip.consensus}
              x2={strip.consensus}
              y1={strip.y - 9}
              y2={strip.y + 9}
              stroke={INK}
              strokeWidth={2}
              className={plot.cursor}
            />
          </g>
        );
      })}
      {dots.map(({ omicon_id, data_set_id, data_set, kme }, at) => {
        const point = layout.points[at];
        if (kme === null || point === undefined) return null;
        return (
          <circle
            key={`${omicon_id} ${data_set_id}`}
            cx={point.x}
            cy={point.y}
            r={4.5}
            fill={categoryColour(0)}
            fillOpacity={0.8}
            className={plot.cell}
          >
            {!isFile && <title>{`${shortName(data_set)}: kME ${formatDecimal(kme)}`}</title>}
          </circle>
        );
      })}
    </>
  );
}

/** The titles as links, for the pointer; Enter opens the same. */
function TitleLinks({ layout, signals }: Pick<MarksProps, 'layout' | 'signals'>) {
  return layout.strips.map(({ top }, at) => {
    const signal = signals[at];
    return (
      signal !== undefined && (
        <AddressLink
          key={signal.omicon_id}
          href={metaModuleAddress(signal.omicon_id)}
          title={signal.name}
          tabIndex={-1}
          aria-hidden="true"
          style={{ position: 'absolute', top, left: 0, width: layout.room, height: 38 }}
        />
      )
    );
  });
}

interface SignalPictureProps {
  symbol: string;
  signals: readonly SignalOfGene[];
}

/** kME of a gene in its meta-modules: of the consensus, and in each data set that has the meta-module. */
export function SignalPicture({ symbol, signals }: SignalPictureProps) {
  const { history } = useRouter();
  const dots = useMemo(() => signals.flatMap(dotsOf), [signals]);
  const visited = useMemo(() => dots.flatMap(({ kme }, at) => (kme === null ? [] : [at])), [dots]);
  const layoutFor = useCallback(
    (width: number) =>
      layoutSignals(
        signals.map((signal) => ({ kme: signal.kme, kmes: dotsOf(signal).map(({ kme }) => kme) })),
        width,
      ),
    [signals],
  );
  const missing = dots.length - visited.length;
  return (
    <PlotFigure
      title={`kME of ${symbol} in ${countOf(signals.length, 'recurring signal')}`}
      fileName={`signals_of_${symbol}`}
      about={['A dot for each data set that has the signal; the line marks the consensus']}
      caption={`One dot for each data set that has the signal, at the kME of ${symbol} there; the line marks its consensus kME, and the rank is among the consensus genes.${missing === 0 ? '' : ` Where ${symbol} is not measured, there is no dot.`}`}
      keys="The arrow keys read the data sets of each signal by kME; Enter opens the signal."
      columns={COLUMNS}
      rows={dots}
      layoutFor={layoutFor}
      visited={visited}
      describe={(index) => {
        const { signal = '', data_set = '', kme = null } = dots[index] ?? {};
        return `${signal} in ${shortName(data_set)}: kME ${kme === null ? 'NA' : formatDecimal(kme)}.`;
      }}
      onOpen={(index) => history.push(metaModuleAddress(dots[index]?.omicon_id ?? ''))}
      links={(layout) => <TitleLinks layout={layout} signals={signals} />}
      marks={(layout, isFile) => <Marks layout={layout} signals={signals} dots={dots} isFile={isFile} />}
    />
  );
}
