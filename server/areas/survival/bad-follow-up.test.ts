/** Follow-up as it comes from clinics: negative, missing and equal times, texts for numbers, and no events. */
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeIn } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { smallLaboratory } from '../../test-support/small-laboratory.ts';

/** Of the samples GSM96950 to GSM96955. */
const COLUMNS = {
  Survival_Days: ['100', '-5', 'NA', 'soon', '250', '300'],
  Vital_Status: ['Dead', 'Dead', 'Dead', 'Dead', 'Alive', 'lost'],
  Equal_Days: ['90', '90', '90', '90', '90', '90'],
  All_Alive: ['Alive', 'Alive', 'Alive', 'Alive', 'Alive', 'Alive'],
  Half_Dead: ['Dead', 'Alive', 'Dead', 'Alive', 'Dead', 'Alive'],
};

/** A sample table with these columns. */
function withFollowUp(text: string): string {
  const [head = '', ...rows] = text.trimEnd().split('\n');
  const named = Object.keys(COLUMNS).map((name) => `,"${name}"`);
  const filled = rows.map((row) => {
    const sample = Number(/GSM9695(\d)/.exec(row)?.[1]);
    return (
      row +
      Object.values(COLUMNS)
        .map((cells) => `,"${cells[sample]}"`)
        .join('')
    );
  });
  return `${[head + named.join(''), ...filled].join('\n')}\n`;
}

let portal: TestPortal;
let guest: Caller;
let id: number;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  const files = Object.entries(smallLaboratory()).map(([path, content]) => [
    path,
    path.endsWith('_sample_attributes.csv') ? withFollowUp(String(content)) : content,
  ]);
  const report = await takeIn(portal, Object.fromEntries(files));
  expect(report.faults).toEqual([]);
  const first = report.units.find(({ kind }) => kind === 'data set');
  id = Number(first?.omicon_id?.split('.')[2]);
  await portal.runJobs();
});
afterAll(() => portal.close());

const ask = (body: object) => portal.call(getSurvival, { as: guest, params: { id }, body });

test('samples with negative, missing or unreadable times, and with unknown events, are left out and counted', async () => {
  const { reply } = await ask({ time: 'Survival_Days', event: 'Vital_Status' });
  expect(reply).toMatchObject({ n: 2, events: 1, unknown_events: ['lost'] });
  expect(reply.left_out).toEqual([
    { reason: 'no time', n: 1 },
    { reason: 'time is not a number', n: 1 },
    { reason: 'negative time', n: 1 },
    { reason: 'unknown event', n: 1 },
  ]);
});

test('without any event there are no events, no test and no model', async () => {
  const { reply } = await ask({
    time: 'Equal_Days',
    event: 'All_Alive',
    by: { kind: 'attribute', name: 'Tumor_Occurrence' },
  });
  expect(reply).toMatchObject({ n: 6, events: 0 });
  for (const { log_rank, cox } of reply.panels) expect([log_rank, cox]).toEqual([null, null]);
});

test('where all times are equal the curves have one step, and what is estimable is finite', async () => {
  const { status, reply } = await ask({
    time: 'Equal_Days',
    event: 'Half_Dead',
    by: { kind: 'attribute', name: 'Tumor_Occurrence' },
  });
  expect(status).toBe(200);
  const [panel] = reply.panels;
  expect(panel?.curves.map(({ time }) => new Set(time).size)).toEqual([1, 1]);
  for (const term of panel?.cox?.terms ?? [])
    if (term.is_estimable) expect(Number.isFinite(term.hazard_ratio)).toBe(true);
  expect(panel?.log_rank?.p_value ?? 1).toBeLessThanOrEqual(1);
});

test('a group without an event has no hazard ratio', async () => {
  const { reply } = await ask({
    time: 'Equal_Days',
    event: 'Half_Dead',
    by: { kind: 'attribute', name: 'Half_Dead' },
  });
  expect(reply.panels[0]?.cox?.terms.map(({ is_estimable }) => is_estimable)).toEqual([false]);
});

test('a time that is text, and an attribute that does not vary, are refused by name', async () => {
  const refused = async (body: object) => {
    const { status, refusal } = await ask(body);
    return [status, refusal?.detail];
  };
  expect(await refused({ by: { kind: 'attribute', name: 'All_Alive' } })).toEqual([
    400,
    'All Alive does not tell the samples apart.',
  ]);
  expect(await refused({ time: 'No_Such' })).toEqual([400, 'The samples have no attribute No Such.']);
});
