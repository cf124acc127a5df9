import { expect, test } from 'vitest';
import { proposeAttributes } from './propose-attributes.ts';
import { sheetOf } from './test-study.ts';

function namesOf(...titles: string[]) {
  const row = (sample: number) => [`S${sample}`, ...titles.map((_, at) => `${sample * 7 + at}`)].join('|');
  const sheet = sheetOf([['sample', ...titles].join('|'), row(1), row(2), row(3)]);
  const options = { rows: [0, 1, 2], missingWords: new Set<string>() };
  return proposeAttributes(sheet, 'sample', options).map(({ name }) => name);
}

test('overall survival has the names of the laboratory, whichever endpoint comes first', () => {
  expect(namesOf('DFS_STATUS', 'DFS_MONTHS', 'OS_STATUS', 'OS_MONTHS')).toEqual([
    'DFS_STATUS',
    'DFS_MONTHS',
    'Vital_Status',
    'Survival_Months',
  ]);
  expect(namesOf('Overall Survival (Days)', 'Overall Survival Status')).toEqual([
    'Survival_Days',
    'Vital_Status',
  ]);
  expect(namesOf('OS', 'OS.time')).toEqual(['Vital_Status', 'Survival_Time']);
});

test('another endpoint is named if it alone has both a time and an event', () => {
  expect(namesOf('OS_MONTHS', 'DSS_STATUS', 'DSS_MONTHS')).toEqual([
    'OS_MONTHS',
    'Disease_Specific_Survival_Status',
    'Disease_Specific_Survival_Months',
  ]);
});

test('a time or an event alone keeps its title, and a name that is taken stays with its attribute', () => {
  expect(namesOf('OS_MONTHS', 'DFS_STATUS')).toEqual(['OS_MONTHS', 'DFS_STATUS']);
  expect(namesOf('VITAL_STATUS', 'OS_MONTHS', 'OS_STATUS')).toEqual([
    'VITAL_STATUS',
    'Survival_Months',
    'OS_STATUS',
  ]);
});
