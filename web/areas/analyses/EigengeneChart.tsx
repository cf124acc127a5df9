import { labelWithCode, type ValueLabels } from '@omicon/domain/records/value-labels.ts';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { NaHatch } from '../../ui/colour/NaHatch.tsx';
import { fillOf } from '../../ui/colour/na-hatch.ts';
import { NA } from '../../ui/text/format.ts';
import { barColour } from './draw-eigengene.ts';
import classes from './eigengene.module.css';
import { AXIS_WIDTH, type Bar, type Chart } from './eigengene-layout.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, PageDown: 20, PageUp: -20 };

function barAt(chart: Chart, x: number): number | null {
  const [first, second] = chart.bars;
  if (!first) return null;
  const step = second ? second.x - first.x : chart.width - AXIS_WIDTH;
  const index = Math.floor((x - AXIS_WIDTH) / step);
  return index >= 0 && index < chart.bars.length ? index : null;
}

function describe(bar: Bar, attribute: string | null, labels: ValueLabels): string {
  const group =
    attribute === null ? '' : `, ${attribute.replaceAll('_', ' ')} ${labelWithCode(bar.group, labels) ?? NA}`;
  return `${bar.sample}: ${bar.value.toFixed(4)}${group}`;
}

/** One bar per sample. Pointer or arrow keys mark a sample, whose values are shown below. */
export function EigengeneChart({
  chart,
  attribute,
  valueLabels,
  label,
}: {
  chart: Chart;
  attribute: string | null;
  valueLabels: ValueLabels;
  label: string;
}) {
  const [index, setIndex] = useState<number | null>(null);
  const marked = index === null ? undefined : chart.bars[index];

  function move(event: KeyboardEvent): void {
    const last = chart.bars.length - 1;
    const step = STEPS[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : step && (index ?? -1) + step;
    if (to === undefined) return;
    event.preventDefault();
    setIndex(Math.min(last, Math.max(0, to)));
  }

  function point(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    setIndex(barAt(chart, event.clientX - box.left));
  }

  return (
    <figure className={classes.figure}>
      <svg
        width={chart.width}
        height={chart.height}
        role="img"
        aria-label={`${label}. The arrow keys read the samples one by one.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the samples one by one
        tabIndex={0}
        className={classes.chart}
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setIndex(null)}
      >
        <NaHatch />
        {chart.ticks.map(({ value, y }) => (
          <g key={value}>
            <line x1={AXIS_WIDTH} x2={chart.width} y1={y} y2={y} className={classes.rule} />
            <text x={AXIS_WIDTH - 6} y={y + 4} textAnchor="end" className={classes.tick}>
              {value}
            </text>
          </g>
        ))}
        {chart.bars.map((bar) => (
          <rect
            key={bar.sample}
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
            fill={fillOf(barColour(attribute, bar.group))}
          />
        ))}
        {marked !== undefined && (
          <line
            x1={marked.x + marked.width / 2}
            x2={marked.x + marked.width / 2}
            y1={0}
            y2={chart.height}
            className={classes.mark}
          />
        )}
      </svg>
      <figcaption className={classes.caption} aria-live="polite">
        {marked === undefined
          ? `${label}, ${chart.bars.length} samples`
          : describe(marked, attribute, valueLabels)}
      </figcaption>
    </figure>
  );
}
