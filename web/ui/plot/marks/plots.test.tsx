// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { GroupsPlot } from './GroupsPlot.tsx';
import { ScatterPlot } from './ScatterPlot.tsx';
import { SurvivalPlot } from './SurvivalPlot.tsx';
import { VolcanoPlot } from './VolcanoPlot.tsx';

beforeAll(() => {
  // jsdom lays nothing out.
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 600 });
  HTMLCanvasElement.prototype.getContext = () => null;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const NAMES = { title: 'TREM2', fileName: 'trem2' };

/** Draws a plot and presses keys on it. */
function press(plot: ReactNode, ...keys: string[]) {
  render(<MantineProvider>{plot}</MantineProvider>);
  const picture = screen.getByRole('img', { name: /^TREM2\. / });
  for (const key of keys) fireEvent.keyDown(picture, { key });
  return picture;
}

const BOX = { lower_whisker: 1, lower_quartile: 1.5, median: 2, upper_quartile: 2.5, upper_whisker: 3 };

function aGroup(group: string | null, values = [1, 3, -2]) {
  const samples = values.map((_, at) => `${group ?? 'GSM'}${at + 1}`);
  return { group, facet: null, samples, values, box: BOX, density: { at: [1, 3], density: [1, 1] } };
}

const GROUPS = { ...NAMES, attribute: 'Tumor_Type', label: 'Expression', unit: 'log2' };

test('values by groups are read group by group, with n under each', () => {
  const picture = press(<GroupsPlot {...GROUPS} groups={[aGroup('Primary'), aGroup(null)]} />, 'End');
  screen.getByText('NA: n=3, median 2.000, quartiles 1.500 and 2.500.');
  expect(picture.querySelectorAll('circle[fill="url(#na-hatch)"]')).toHaveLength(3);
  expect(
    [...picture.querySelectorAll('text')].filter(({ textContent }) => textContent === 'n=3'),
  ).toHaveLength(2);
});

test('the samples of a group are read from the highest to the lowest, and Enter opens one', () => {
  const onOpen = vi.fn();
  const picture = press(
    <GroupsPlot {...GROUPS} groups={[aGroup('Primary'), aGroup('Recurrent')]} onOpen={onOpen} />,
    ...['ArrowRight', 'Enter', 'ArrowRight', 'ArrowDown'],
  );
  expect(onOpen).not.toHaveBeenCalled();
  screen.getByText('Recurrent2, Recurrent: Expression 3.');
  fireEvent.keyDown(picture, { key: 'Enter' });
  expect(onOpen).toHaveBeenLastCalledWith('Recurrent2');
  fireEvent.keyDown(picture, { key: 'PageDown' });
  screen.getByText('Recurrent3, Recurrent: Expression \u22122.');
  fireEvent.keyDown(picture, { key: 'ArrowLeft' });
  screen.getByText(/^Primary: n=3, median/);
  for (const key of ['ArrowDown', 'ArrowUp']) fireEvent.keyDown(picture, { key });
  screen.getByText(/^Primary: n=3, median/);
});

test('a click on a point opens its sample; the name of a group under the axis reads the group', () => {
  const onOpen = vi.fn();
  const picture = press(<GroupsPlot {...GROUPS} groups={[aGroup('Primary')]} onOpen={onOpen} />);
  const circle = picture.querySelectorAll('circle')[1];
  const at = { clientX: Number(circle?.getAttribute('cx')), clientY: Number(circle?.getAttribute('cy')) };
  fireEvent.pointerMove(picture, at);
  fireEvent.click(picture);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('Primary2');
  fireEvent.pointerMove(picture, { ...at, clientY: 310 });
  screen.getByText(/^Primary: n=3, median/);
  fireEvent.click(picture);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test('a violin has no points, so its group is read as a whole', () => {
  const many = aGroup(
    'Primary',
    Array.from({ length: 501 }, (_, at) => at / 100),
  );
  press(<GroupsPlot {...GROUPS} groups={[many]} onOpen={vi.fn()} />, 'Home', 'ArrowDown');
  screen.getByText(/^Primary: n=501, median/);
});

test('two numbers have their correlation in the caption, and none where one does not vary', () => {
  const of = {
    samples: ['GSM1', 'GSM2'],
    x: { label: 'Age', values: [30, 60] },
    y: { label: 'TREM2', values: [4, 5] },
  };
  press(<ScatterPlot {...NAMES} {...of} line={{ slope: 1 / 30, intercept: 3, r: -0.5, p_value: 2e-9 }} />);
  screen.getByText(/r \u22120\.500, P 2\.0e-9, n=2/);
  cleanup();
  press(<ScatterPlot {...NAMES} {...of} line={null} />, 'Home');
  screen.getByText('GSM1: Age 30, TREM2 4.');
});

test('a point of genes opens its gene on Enter', () => {
  const onOpen = vi.fn();
  const values = { samples: ['IDH1', 'TREM2'], pointTitle: 'Gene', line: null };
  press(
    <ScatterPlot
      {...NAMES}
      {...values}
      x={{ label: 'here', values: [1, 2] }}
      y={{ label: 'there', values: [4, 5] }}
      onOpen={onOpen}
    />,
    'End',
    'Enter',
  );
  expect(onOpen).toHaveBeenCalledWith('TREM2');
});

test('a volcano is read by P, and Enter opens the feature', () => {
  const onOpen = vi.fn();
  press(
    <VolcanoPlot
      {...NAMES}
      features={['IDH1', 'TREM2', 'TOP2A']}
      difference={[0.1, -2, 1]}
      p_value={[0.6, 1e-12, 1e-3]}
      q_value={[0.6, 3e-12, 2e-3]}
      label="Primary minus Recurrent"
      onOpen={onOpen}
    />,
    'Home',
    'Enter',
  );
  screen.getByText('TREM2: difference \u22122.00, P 1.0e-12, q 3.0e-12.');
  expect(onOpen).toHaveBeenCalledWith(1);
});

test('a survival curve says who is at risk, and marks its median', () => {
  const curve = {
    group: 'glioblastoma',
    n: 2,
    time: [10, 20],
    at_risk: [2, 1],
    events: [1, 1],
    censored: [0, 0],
    survival: [0.5, 0],
    lower: [0.125, Number.NaN],
    upper: [1, Number.NaN],
    median: 15,
  };
  const picture = press(<SurvivalPlot {...NAMES} curves={[curve]} attribute="Disease" unit="days" />, 'Home');
  screen.getByText(/^glioblastoma, 10 days: 0\.500 surviving \(95 % interval 0\.125 to 1\.000\), 2 at risk/);
  expect(picture.querySelectorAll('path[stroke-dasharray="2 3"]')).toHaveLength(1);
});

test('curves of coded values are told by their labels, with the code in the tooltip', () => {
  const columns = { time: [10], at_risk: [2], events: [1], censored: [0], survival: [0.5] };
  const curve = {
    ...columns,
    group: 'NCIT:C172343',
    label: 'mutated',
    n: 2,
    lower: [0.1],
    upper: [1],
    median: 10,
  };
  press(<SurvivalPlot {...NAMES} curves={[curve]} attribute="IDH1_Mut" unit="days" />, 'Home');
  screen.getByText(/^mutated, 10 days: /);
  expect(screen.getByText('mutated (n=2)').title).toBe('NCIT:C172343');
});

test('a volcano of modules calls its points modules', () => {
  press(
    <VolcanoPlot
      {...NAMES}
      features={['salmon', 'tan']}
      what="module"
      difference={[1, -1]}
      p_value={[0.001, 0.5]}
      q_value={[0.002, 0.5]}
      label="log2 of the hazard ratio"
    />,
  );
  screen.getByText(/^1 of 2 modules with q below 0\.05 are coloured/);
});
