// @vitest-environment jsdom
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { ImportResult } from './ImportResult.tsx';

const REPORT: IntakeReport = {
  units: [
    { kind: 'data collection', title: 'Doe 2020', outcome: 'new', omicon_id: 'OM.DC.3' },
    { kind: 'data set', title: 'Doe 2020 RNA-seq EXT A.1', outcome: 'new', omicon_id: 'OM.DS.7' },
    { kind: 'analysis', title: 'Doe 2020', outcome: 'new', omicon_id: 'OM.P.9' },
  ],
  ...{ missing_files: [], faults: [], warnings: [], not_understood: [], ignored: [] },
  ...{ emptied_values: 0, message: null },
};

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('an import leads on to samples, pipeline and modules of what it has stored', () => {
  openScreen(<ImportResult report={REPORT} />, { permissions: new Set(['PROJECT_CREATE']) }).draw();
  const dataSet = 'Doe 2020 RNA-seq EXT A.1';
  expect(hrefOf(`See the samples: ${dataSet}`)).toMatch(/dsId=7&.*tab=samples$/);
  expect(hrefOf(`Prepare and find modules: ${dataSet}`)).toMatch(/dsId=7&.*tab=pipeline$/);
  expect(hrefOf('See the modules: Doe 2020')).toMatch(/analysisId=9&.*tab=networks$/);
});

test('who may not run the pipeline is not led there, and a refused import leads nowhere', () => {
  openScreen(<ImportResult report={REPORT} />).draw();
  expect(screen.queryByRole('link', { name: /^Prepare/ })).toBeNull();
  const units = REPORT.units.map((unit) => ({ ...unit, outcome: 'refused' as const, omicon_id: null }));
  openScreen(<ImportResult report={{ ...REPORT, units }} />).draw();
  expect(screen.getAllByRole('heading', { name: 'What next' })).toHaveLength(1);
});
