/**
 * Layout of Z.K of the samples of a data set, the least connected first, with the cut below which they are outliers.
 */
import { layoutPoints, type PointsLayout } from '../../../ui/plot/marks/points-layout.ts';

export interface NetworkLayout extends PointsLayout {
  /** height of the cut */
  cutAt: number;
}

/** @param z ascending and finite */
export function layoutNetwork(z: readonly number[], cut: number, width: number): NetworkLayout {
  const ranks = z.map((_, at) => at + 1);
  // The cut is a value like the others, so that it is on the axis also where no sample is below it.
  const layout = layoutPoints([...ranks, 1], [...z, cut], width);
  return { ...layout, points: layout.points.slice(0, z.length), cutAt: layout.toY(cut) };
}
