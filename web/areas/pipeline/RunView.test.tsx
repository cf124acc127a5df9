// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import type { Run } from './pipeline-text.ts';
import { RunView } from './RunView.tsx';

const RUN: Run = {
  ...{ id: 1, kind: 'preparation', state: 'done', is_own: true, step: null, done: 1, total: 1 },
  ...{ seconds_left: null, message: null, cells: [], remarks: [], preparation: null, search: null },
  ...{ created_at: '2026-11-29T10:00:00Z', ended_at: '2026-11-29T10:01:00Z', asked_by: 'Ada' },
  data_set: { id: 7, title: 'Doe 2020 RNA-seq EXT A.1' },
  made: [],
};

const made = (kind: 'data set' | 'analysis', id: number, network: number | null = null) => ({
  ...{ kind, id, network, omicon_id: `OM.X.${id}`, title: `${kind} ${id}` },
});

function drawRun(run: Partial<Run>): void {
  openScreen(<RunView run={{ ...RUN, ...run }} />).draw();
}

test('a preparation leads on to the modules of the last data set that it has made', () => {
  drawRun({ made: [made('data set', 8), made('data set', 9)] });
  expect(screen.getByRole('link', { name: 'Find modules' }).getAttribute('href')).toMatch(
    /dsId=9&.*tab=pipeline$/,
  );
});

test('a search for modules leads on to them: to the network, or to the networks if there are several', () => {
  drawRun({ kind: 'modules', made: [made('analysis', 4, 5)] });
  expect(screen.getByRole('link', { name: 'See the modules' }).getAttribute('href')).toContain('networkId=5');
  drawRun({ kind: 'modules', made: [made('analysis', 6)] });
  expect(screen.getAllByRole('link', { name: 'See the modules' })[1]?.getAttribute('href')).toMatch(
    /analysisId=6&.*tab=networks$/,
  );
});
