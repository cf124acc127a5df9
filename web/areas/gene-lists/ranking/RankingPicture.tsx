import { Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Figure } from '../../../ui/plot/Figure.tsx';
import { PictureDownload } from '../../../ui/plot/PictureDownload.tsx';
import plot from '../../../ui/plot/plot.module.css';
import { useCursor } from '../../../ui/plot/use-cursor.ts';
import { useWidth } from '../../../ui/plot/use-width.ts';
import classes from '../gene-lists.module.css';
import {
  colourOfMark,
  describePoint,
  drawRanking,
  groupsOf,
  pathOfMark,
  RankingMarks,
  writeRanking,
  Y_TITLE,
} from './draw-ranking.tsx';
import {
  layoutRanking,
  pointAt,
  type RankedPoint,
  type RankingAxis,
  type RankingChart,
} from './ranking-layout.ts';

const HEIGHT = 250;
/** Pixels, with title and caption. */
export const PICTURE_HEIGHT = HEIGHT + 74;

/** Plot of points. Arrow keys, in order of rank, or the pointer mark one; Enter or a click opens its record. */
function Chart({ chart, label }: { chart: RankingChart; label: string }) {
  const router = useRouter();
  const cursor = useCursor({ rows: 0, columns: chart.points.length });
  const marked = cursor.at === null ? undefined : chart.points[cursor.at.column];
  return (
    <Figure
      label={label}
      keys="The arrow keys read them by rank, Enter opens one; the table above lists all."
      width={chart.width}
      height={chart.height}
      cursor={cursor}
      onPoint={(place) => {
        const column = place && pointAt(chart, place.x, place.y);
        cursor.set(column === null ? null : { row: null, column });
      }}
      onOpen={marked && (() => router.history.push(marked.href))}
      readout={marked === undefined ? null : describePoint(marked)}
      caption={`${Y_TITLE} against ${chart.axis.caption}.`}
    >
      <RankingMarks chart={chart} />
      {marked !== undefined && <circle cx={marked.x} cy={marked.y} r={8} className={plot.cursor} />}
    </Figure>
  );
}

/** Legend of the definitions' shapes and colours, where there are several. */
function Legend({ points }: { points: readonly RankedPoint[] }) {
  const groups = groupsOf(points);
  if (groups.length === 0) return null;
  return (
    <ul className={plot.legend} aria-label="Marks">
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
  axis: RankingAxis;
  title: string;
  fileName: string;
}

/** Picture of the top of a ranking. */
export function RankingPicture({ points, axis, title, fileName }: RankingPictureProps) {
  const { ref, width } = useWidth();
  const chart = layoutRanking(points, { width: Math.max(width, 260), height: HEIGHT, axis });
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
          write={() => writeRanking(points, axis)}
          fileName={fileName}
        />
      </Group>
      {width > 0 && <Chart chart={chart} label={title} />}
    </section>
  );
}
