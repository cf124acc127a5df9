/** `npm start -- --import` prints the same as `npm run import`, even if the database is busy. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runIntake } from '../../areas/uploads/run.ts';
import { createRunOf, writeFolder } from '../../test-support/intake.ts';
import { smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { tellImports } from './tell-imports.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('the report of an import is printed when it ends, even if connections break', async () => {
  const said: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  const run = await createRunOf(portal, await writeFolder(portal, smallLaboratory()));
  const telling = tellImports(
    portal.services,
    [{ id: run, startedMs: Date.now() }],
    new AbortController().signal,
  );
  await portal.cutConnections();
  for (let tries = 0; tries < 20; tries += 1) {
    const report = await runIntake(portal.services, run).catch(() => null);
    if (report !== null) break;
  }
  await telling;
  spy.mockRestore();
  expect(said[0]).toBe('Import of laboratory:');
  expect(said.filter((line) => line.startsWith('new'))).toHaveLength(5);
  expect(said.at(-1)).toMatch(/^Stored: 5 new records\. \d+\.\d s; 1 warning, 0 files not understood\.$/);
});

test('it ends when the portal stops', async () => {
  const stop = new AbortController();
  const run = await createRunOf(portal, 'nowhere');
  const telling = tellImports(portal.services, [{ id: run, startedMs: Date.now() }], stop.signal);
  stop.abort();
  await expect(telling).rejects.toThrow();
});
