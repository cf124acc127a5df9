import { downloadTemplate } from '@omicon/contract/areas/template.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readZip } from '../../test-support/downloads.ts';
import { takeIn } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
}, 60_000);
afterAll(() => portal.close());

async function fetchTemplate() {
  const headers = { authorization: `Token ${lab.token}` };
  const reply = await portal.app.inject({ url: downloadTemplate.path, headers });
  expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('filename="template.zip"'),
  ]);
  return reply.rawPayload;
}

test('the template is imported without a fault or a warning, and again without a change', async () => {
  const archive = await fetchTemplate();
  const files = Object.fromEntries(await readZip(archive));
  const report = await takeIn(portal, files);
  expect(report).toMatchObject({ faults: [], warnings: [], missing_files: [], not_understood: [] });
  expect(report.ignored).toMatchObject([{ path: expect.stringMatching(/README\.txt$/) }]);
  expect(report.units.map(({ kind, title, outcome }) => [kind, title, outcome])).toEqual([
    ['data collection', 'Template 2026 glioma', 'new'],
    ['data set', 'Template 2026 glioma EXT A.1', 'new'],
    ['data set', 'Template 2026 glioma EXT QN A.1.1', 'new'],
    ['analysis', 'Template 2026 glioma All', 'new'],
  ]);
  expect((await fetchTemplate()).equals(archive)).toBe(true);
  const again = await takeIn(portal, files);
  expect(again.units.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unchanged'));
}, 60_000);

test('its README explains every file and every attribute of them', async () => {
  const files = await readZip(await fetchTemplate());
  const readme = files.get('README.txt')?.toString() ?? '';
  for (const [path, bytes] of files) {
    // Times and thresholds differ from those of the README.
    const name =
      path
        .replaceAll(/\d\d-\d\d-\d\d/g, '00-00-00')
        .split('/')
        .at(-1) ?? '';
    if (name === 'README.txt') continue;
    expect([name, readme.includes(name)]).toEqual([name, true]);
    if (!/attributes\.csv$/.test(name) || /sample_attributes/.test(name)) continue;
    for (const line of bytes.toString().trim().split('\n').slice(1)) {
      const attribute = /^"([^"]+)"/.exec(line)?.[1] ?? '';
      expect([name, attribute, readme.includes(attribute)]).toEqual([name, attribute, true]);
    }
  }
});
