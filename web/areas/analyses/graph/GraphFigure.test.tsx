// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { GraphFigure } from './GraphFigure.tsx';

const NODES = ['TOP2A', 'MKI67'].map((feature, rank) => ({
  feature,
  rank,
  kme: 0.9,
  p_value: 1e-9,
  percentile: 80,
}));
const GRAPH = {
  nodes: NODES,
  edges: [{ from: 0, to: 1, r: 0.8 }],
  points: [
    { x: 40, y: 40 },
    { x: 80, y: 60 },
  ],
};

test('a feature of the graph leads to the page of its gene', async () => {
  const { draw, user } = openScreen(
    <GraphFigure
      graph={GRAPH}
      size={{ width: 300, height: 200 }}
      label="turquoise"
      hrefOf={(feature) => `/home/genes/${feature}`}
    />,
  );
  draw();
  screen.getByRole('img', { name: /Enter opens one/ }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(window.location.pathname).toBe('/home/genes/MKI67');
});
