import { colourOfValue } from '../../ui/colour/data-colours.ts';
import { colourAt, hexOf } from '../../ui/colour/palettes.ts';
import {
  LEGEND_LINE,
  Legend,
  LegendMarks,
  type Ramp,
  RampLegend,
  RampMarks,
  type Swatch,
} from '../../ui/plot/Legend.tsx';
import plot from '../../ui/plot/plot.module.css';
import { countOf } from '../../ui/text/format.ts';
import { AbsentRing, colourOfR, FoundDot, LEAST_R } from './AtlasMarks.tsx';
import { featureSteps, radiusOf } from './atlas-layout.ts';
import { type DataSetGroup, GROUPING_TITLES, type Grouping } from './data-set-groups.ts';

const RAMP: Ramp = {
  label: 'r with the consensus',
  title: 'r with the consensus',
  ends: [`${LEAST_R} or less`, '1'],
  colours: [0, 0.25, 0.5, 0.75, 1].map((share) => hexOf(colourAt('viridis', share))),
};
const BOX = 28;

interface AtlasLegendProps {
  most: number;
  largest: number;
  by: Grouping;
  groups: readonly DataSetGroup[];
  /** names of the groups as above the columns */
  labels: readonly string[];
}

function swatchesOf({ by, groups, labels }: Pick<AtlasLegendProps, 'by' | 'groups' | 'labels'>): Swatch[] {
  return groups.map(({ name, value, columns }, at) => ({
    name: labels[at] ?? name,
    colour: colourOfValue(GROUPING_TITLES[by], value),
    count: columns.length,
  }));
}

/** What dots, rings and colours mean. */
export function AtlasLegend({ most, largest, ...groups }: AtlasLegendProps) {
  return (
    <>
      <ul className={plot.legend} aria-label="Marks">
        {featureSteps(most).map((features) => (
          <li key={features}>
            <svg width={BOX} height={BOX} aria-hidden="true">
              <FoundDot
                x={BOX / 2}
                y={BOX / 2}
                radius={radiusOf(features, most, largest)}
                fill={colourOfR(0.8)}
              />
            </svg>
            found, {countOf(features, 'feature')}
          </li>
        ))}
        <li>
          <svg width={12} height={BOX} aria-hidden="true">
            <AbsentRing x={6} y={BOX / 2} />
          </svg>
          absent
        </li>
        <li>no mark: not measurable</li>
      </ul>
      <RampLegend {...RAMP} />
      <Legend
        label="Groups of data sets"
        title={`${GROUPING_TITLES[groups.by]} (n: data sets)`}
        swatches={swatchesOf(groups)}
      />
    </>
  );
}

/** Height of the legend in a saved picture. */
export function legendHeight(groups: readonly DataSetGroup[]): number {
  return BOX + 2 * LEGEND_LINE + 16 + (groups.length + 1) * LEGEND_LINE;
}

/** The same inside a saved picture, below `y`. */
export function AtlasLegendMarks({ y, most, largest, ...groups }: AtlasLegendProps & { y: number }) {
  const steps = featureSteps(most);
  const middle = y + BOX / 2;
  const after = 20 + steps.length * 130;
  return (
    <>
      {steps.map((features, at) => (
        <g key={features}>
          <FoundDot
            x={20 + at * 130}
            y={middle}
            radius={radiusOf(features, most, largest)}
            fill={colourOfR(0.8)}
          />
          <text x={38 + at * 130} y={middle + 4}>
            {countOf(features, 'feature')}
          </text>
        </g>
      ))}
      <AbsentRing x={after} y={middle} />
      <text x={after + 12} y={middle + 4}>
        absent; no mark: not measurable
      </text>
      <RampMarks x={140} y={y + BOX + 8} {...RAMP} />
      <LegendMarks
        x={8}
        y={y + BOX + 8 + 2 * LEGEND_LINE}
        title={`${GROUPING_TITLES[groups.by]} (n: data sets)`}
        swatches={swatchesOf(groups)}
      />
    </>
  );
}
