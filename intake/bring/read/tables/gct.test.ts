import { expect, test } from 'vitest';
import { readStudies } from '../read-studies.ts';
import { cellsOf, columnOf, source, tabbed } from '../test-source.ts';

test('GCT 1.2 has a name and a description for each row', async () => {
  const text = `#1.2\n1\t2\n${tabbed(['Name', 'Description', 'S1', 'S2'], ['1_at', 'IDH1', '1.0', 2])}`;
  const [study] = await readStudies([source('a.gct', text)]);
  expect(study?.sentence).toBe('GCT 1.2 matrix, 2 samples, 1 row');
  expect(study?.matrices[0]?.annotationColumns).toEqual(['Description']);
  expect(await cellsOf(study?.matrices[0])).toEqual([['1_at', 'IDH1', '1.0', '2']]);
});

test('GCT 1.3 has rows that describe samples', async () => {
  const text = `#1.3\n1\t2\t1\t1\n${tabbed(['id', 'symbol', 'S1', 'S2'], ['sex', 'na', 'F', 'M'], ['1_at', 'IDH1', 1, 2])}`;
  const [study] = await readStudies([source('a.gct', text)]);
  expect(await cellsOf(study?.matrices[0])).toEqual([['1_at', 'IDH1', '1', '2']]);
  expect(columnOf(study?.sheets[0], 'sex')).toEqual(['F', 'M']);
});

test('other numbers of rows or samples than stated are a fault', async () => {
  const text = `#1.2\n2\t2\n${tabbed(['Name', 'Description', 'S1', 'S2'], ['1_at', 'IDH1', 1, 2])}`;
  const [study] = await readStudies([source('a.gct', text)]);
  expect(study?.notes.find(({ isFault }) => isFault)?.sentence).toContain('may be cut off');
});
