import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { PictureDownload } from '../../ui/plot/PictureDownload.tsx';
import {
  colourOfMark,
  describePoint,
  drawRanking,
  groupsOf,
  pathOfMark,
  writeRanking,
  X_TITLE,
  Y_TITLE,
} from './draw-ranking.ts';
import classes from './gene-lists.module.css';
import {
  BOTTOM,
  LEFT,
  layoutRanking,
  pointAt,
  type RankedPoint,
  type RankingChart,
} from './ranking-layout.ts';

const HEIGHT = 250;
/** Pixels, with title and caption. */
export const PICTURE_HEIGHT = HEIGHT + 70;
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
};

function Axes({ chart }: { chart: RankingChart }) {
  const { width, height, threshold } = chart;
  return (
    <>
      {chart.yTicks.map(({ value, at }) => (
        <g key={value}>
          <line x1={LEFT} x2={width} y1={at} y2={at} className={classes.rule} />
          <text x={LEFT - 8} y={at + 4} textAnchor="end" className={classes.tick}>
            {value}
          </text>
        </g>
      ))}
      {chart.xTicks.map(({ value, at }) => (
        <text key={value} x={at} y={height - BOTTOM + 16} textAnchor="middle" className={classes.tick}>
          {value}
        </text>
      ))}
      <text x={width - 4} y={height - 6} textAnchor="end" className={classes.tick}>
        {X_TITLE}
      </text>
      {threshold !== null && (
        <>
          <line x1={LEFT} x2={width} y1={threshold} y2={threshold} className={classes.threshold} />
          <text x={width - 4} y={threshold - 4} textAnchor="end" className={classes.tick}>
            q = 0.05
          </text>
        </>
      )}
    </>
  );
}

/** Plot of points. Arrow keys, in order of rank, or the pointer mark one; Enter or a click opens its record. */
function Chart({ chart, label }: { chart: RankingChart; label: string }) {
  const router = useRouter();
  const [index, setIndex] = useState<number | null>(null);
  const marked = index === null ? undefined : chart.points[index];

  function press(event: KeyboardEvent): void {
    const last = chart.points.length - 1;
    const step = STEPS[event.key];
    if (event.key === 'Enter' && marked !== undefined) router.history.push(marked.href);
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : step && (index ?? -1) + step;
    if (to === undefined) return;
    event.preventDefault();
    setIndex(Math.min(last, Math.max(0, to)));
  }

  function point(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    setIndex(pointAt(chart, event.clientX - box.left, event.clientY - box.top));
  }

  return (
    <figure className={classes.figure}>
      <svg
        width={chart.width}
        height={chart.height}
        role="img"
        aria-label={`${label}. The arrow keys read them by rank, Enter opens one; the table below lists all.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the points one by one
        tabIndex={0}
        className={classes.chart}
        data-marked={marked !== undefined || undefined}
        onKeyDown={press}
        onPointerMove={point}
        onPointerLeave={() => setIndex(null)}
        onClick={() => marked !== undefined && router.history.push(marked.href)}
      >
        <Axes chart={chart} />
        {chart.points.toReversed().map(({ key, group, x, y }) => (
          <path key={key} d={pathOfMark(group, x, y)} fill={colourOfMark(group)} className={classes.point} />
        ))}
        {marked !== undefined && <circle cx={marked.x} cy={marked.y} r={8} className={classes.ring} />}
      </svg>
      <figcaption className={classes.caption} aria-live="polite">
        {marked === undefined
          ? `${Y_TITLE} against the share of the list that lies in each.`
          : describePoint(marked)}
      </figcaption>
    </figure>
  );
}

/** Legend of the definitions' shapes and colours, where there are several. */
function Legend({ points }: { points: readonly RankedPoint[] }) {
  const groups = groupsOf(points);
  if (groups.length === 0) return null;
  return (
    <ul className={classes.legend} aria-label="Marks">
      {groups.map((group) => (
        <li key={group}>
          <svg width={14} height={14} aria-hidden="true">
            <path d={pathOfMark(group, 7, 7)} fill={colourOfMark(group)} className={classes.point} />
          </svg>
          {group}
        </li>
      ))}
    </ul>
  );
}

interface RankingPictureProps {
  /** points with the smallest P, in ascending order */
  points: readonly RankedPoint[];
  title: string;
  fileName: string;
}

/** Picture of the top of a ranking. */
export function RankingPicture({ points, title, fileName }: RankingPictureProps) {
  const { ref, width } = useElementSize();
  const chart = layoutRanking(points, { width: Math.max(width, 260), height: HEIGHT });
  return (
    <section ref={ref} aria-label={title}>
      <Group justify="space-between" gap="sm" mb={4} wrap="nowrap" align="flex-start">
        <div>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Legend points={points} />
        </div>
        <PictureDownload
          draw={() => drawRanking(chart, title)}
          write={() => writeRanking(points)}
          fileName={fileName}
        />
      </Group>
      <Chart chart={chart} label={title} />
    </section>
  );
}
