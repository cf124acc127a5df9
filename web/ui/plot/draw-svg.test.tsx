// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { YAxis } from './Axis.tsx';
import { drawSvg } from './draw-svg.tsx';
import { LegendMarks } from './Legend.tsx';

const SIZE = { width: 400, height: 200 };

test('a saved picture is valid XML on white, whatever its names contain', () => {
  const { svg, height } = drawSvg(<text>{'IL-1\u03b2 < 5 & "x"\u0000\u00a0'}</text>, {
    ...SIZE,
    title: 'A & B',
  });
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(read.querySelector('parsererror')).toBeNull();
  expect(read.querySelector('title')?.textContent).toBe('A & B');
  expect(read.querySelector('g > text')?.textContent).toBe('IL-1\u03b2 < 5 & "x"\uFFFD\u00a0');
  expect(read.querySelector('rect[width="100%"]')?.getAttribute('fill')).toBe('#ffffff');
  expect(height).toBe(240);
});

test('marks of the screen need no style sheet in a file', () => {
  const { svg } = drawSvg(
    <>
      <YAxis
        ticks={[{ value: 0, label: '0', at: 10 }]}
        left={50}
        right={390}
        label="Expression"
        unit="log2"
      />
      <LegendMarks x={0} y={0} swatches={[{ name: 'Primary', colour: 'oklch(0.72 0.11 10)', count: 72 }]} />
    </>,
    { ...SIZE, title: 'Expression' },
  );
  expect(svg).not.toContain('class=');
  expect(svg).toContain('>Expression (log2)<');
  expect(svg).toContain('>Primary (n=72)<');
  expect(svg).not.toContain('oklch');
});
