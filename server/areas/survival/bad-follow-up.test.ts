/** Follow-up as it comes from clinics: negative, missing and equal times, texts for numbers, and no events. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  getCollectionSampleAttributes,
  getDataSetSampleAttributes,
  getSample,
} from '@omicon/contract/areas/samples.ts';
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../../config.ts';
import { takeIn, takeInPath } from '../../test-support/intake.ts';
import { smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

/** Of the samples GSM96950 to GSM96955. */
const COLUMNS = {
  Survival_Days: ['100', '-5', 'NA', 'soon', '250', '300'],
  Vital_Status: ['Dead', 'Dead', 'Dead', 'Dead', 'Alive', 'lost'],
  Equal_Days: ['90', '90', '90', '90', '90', '90'],
  All_Alive: ['Alive', 'Alive', 'Alive', 'Alive', 'Alive', 'Alive'],
  Half_Dead: ['Dead', 'Alive', 'Dead', 'Alive', 'Dead', 'Alive'],
  /** the same as Sex for those with a value, and one value */
  Center: ['A', 'B', 'A', 'B', 'A', 'A'],
  Country: ['DE', 'DE', 'DE', 'DE', 'DE', 'DE'],
  Months: ['3', '9', '4', '7', '12', '15'],
  Status: ['1', '2', '2', '1', '2', '1'],
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
    by: { kind: 'attribute', name: 'Sex' },
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
    'All Alive has no two values to compare: it is the same in every sample, or different in each.',
  ]);
  expect(await refused({ time: 'No_Such' })).toEqual([400, 'The samples have no attribute No Such.']);
});

test('a subject that its adjustment tells completely has no model, as nothing of its own is left', async () => {
  const by = { kind: 'attribute', name: 'Sex' };
  const asked = { time: 'Months', event: 'Half_Dead', by };
  const unadjusted = (await ask(asked)).reply.panels[0];
  expect([unadjusted?.cox?.terms.length, unadjusted?.guards]).toEqual([1, []]);
  const confounded = (await ask({ ...asked, adjust_for: ['Center'] })).reply.panels[0];
  expect([confounded?.cox, confounded?.guards]).toEqual([
    null,
    [
      {
        kind: 'not_estimable',
        sentence: 'Sex cannot be told apart from Center in these samples.',
        is_refusal: true,
      },
    ],
  ]);
  expect(confounded?.log_rank).toEqual(unadjusted?.log_rank);
  expect((await ask({ ...asked, adjust_for: ['Sex'] })).reply.panels[0]?.cox).toBeNull();
  const level = (await ask({ ...asked, adjust_for: ['Country'] })).reply.panels[0];
  expect(level?.guards.map(({ kind }) => kind)).toEqual(['constant_covariate']);
});

test('samples without the adjusted attribute, and without the subject, are counted', async () => {
  const { reply } = await ask({
    ...{ time: 'Months', event: 'Half_Dead', adjust_for: ['Tumor_Grade'], facet: 'Sex' },
    by: { kind: 'attribute', name: 'IDH1_Mut' },
  });
  expect(reply.subject).toMatchObject({ without_value: 2, not_numbers: [] });
  expect(reply.without_facet).toBe(1);
  const whole = await ask({
    ...{ time: 'Months', event: 'Half_Dead', adjust_for: ['Tumor_Grade'] },
    by: { kind: 'attribute', name: 'Batch' },
  });
  expect(whole.reply.panels[0]?.guards.map(({ sentence }) => sentence)).toContain(
    '1 sample without Tumor Grade is left out.',
  );
});

test('of the codes 1 and 2 the latter is the event, and the reply says so', async () => {
  const { reply } = await ask({ time: 'Months', event: 'Status' });
  expect(reply).toMatchObject({ n: 6, events: 3, observed: ['2'], left_out: [] });
  expect(reply.event_convention).toBe('1 is read as censored and 2 as the event, as in R');
  const chosen = await ask({ time: 'Months', event: 'Status', observed: '1' });
  expect(chosen.reply).toMatchObject({ events: 3, observed: ['1'], event_convention: null });
});

test('times are durations, not batches or names, those named so first', async () => {
  const { reply } = await ask({});
  expect(reply.possible_times).toEqual(['Survival_Days', 'Months']);
  expect(reply.possible_events).not.toContain('Batch');
});

test('the follow-up itself is no attribute to compare by or to adjust for', async () => {
  const detail = async (body: object) =>
    (await ask({ time: 'Months', event: 'Half_Dead', ...body })).refusal?.detail;
  expect(await detail({ adjust_for: ['Months'] })).toBe(
    'Months is the follow-up itself. Please adjust for another attribute.',
  );
  expect(await detail({ by: { kind: 'attribute', name: 'Half_Dead' } })).toBe(
    'Half Dead is the follow-up itself. Please compare by another attribute.',
  );
});

const CASES = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data', 'public-cases');
const ARE_MISSING = !existsSync(CASES);
if (ARE_MISSING && process.env.CI === 'true') throw new Error(`${CASES} is missing; set OMICON_TEST_DATA.`);

describe.skipIf(ARE_MISSING)('tables that laboratories have sent', () => {
  const takeInCase = async (archive: string) => {
    const report = await takeInPath(portal, path.join(CASES, archive));
    expect(report.faults).toEqual([]);
    const dataSet = report.units.find(({ kind }) => kind === 'data set');
    return { report, params: { id: Number(dataSet?.omicon_id?.split('.')[2]) } };
  };

  test('a status of 1 and 2 has the events of R', async () => {
    const { params } = await takeInCase('03-survival-status-1-2/P40.zip');
    const { reply } = await portal.call(getSurvival, {
      ...{ as: guest, params },
      body: { time: 'time', event: 'status' },
    });
    expect(reply).toMatchObject({ n: 24, events: 8, observed: ['2'], left_out: [] });
  });

  test('a time with words for missing values is found, and the words are reported', async () => {
    const { report, params } = await takeInCase('13-survival-time-with-words/P11.zip');
    const { reply } = await portal.call(getSurvival, { as: guest, params, body: {} });
    expect(reply).toMatchObject({ time: 'Survival_Days', event: 'Vital_Status', n: 19 });
    expect(reply.left_out).toEqual([
      { reason: 'no time', n: 4 },
      { reason: 'negative time', n: 1 },
    ]);
    expect(report.warnings.map(({ sentence }) => sentence)).toContain(
      '3 values of Survival Days are read as missing: "[Not Available]", "\'--", "[Not Applicable]".',
    );
  });

  test('words for missing values make no groups of a treemap', async () => {
    const { report, params } = await takeInCase('15-words-for-missing/P44.zip');
    const { reply } = await portal.call(getDataSetSampleAttributes, {
      as: guest,
      body: { ...params, optional_attributes: ['Group'] },
    });
    const group = reply.sample_attributes.find(({ name }) => name === 'Group');
    const words = group?.values.map(({ name }) => name);
    for (const word of ['N/A', 'n/a', 'na', 'NULL', 'null', '--', '.', '?', 'not reported'])
      expect(words).not.toContain(word);
    expect(words).toContain(null);
    // They may be categories, so the report asks.
    expect(words).toEqual(expect.arrayContaining(['case', 'control', 'None', '-', 'unknown']));
    expect(report.warnings.filter(({ column }) => column === 'Group').length).toBeGreaterThan(1);
  });

  test('of two tables that disagree about a sample that of the collection counts everywhere', async () => {
    const { report, params } = await takeInCase('08-two-sample-tables-disagree/P75.zip');
    const told = report.warnings.filter(({ column }) => column !== 'SetID');
    expect(told.map(({ column, sentence }) => [column, sentence])).toEqual([
      [
        'Sex',
        'Sex of 1 sample differs from the table of the collection, which counts: P75_S01 is "M" here, "F" there.',
      ],
      [
        'Age',
        'Age of 1 sample differs from the table of the collection, which counts: P75_S01 is "99" here, "30" there.',
      ],
    ]);
    const collection = report.units.find(({ kind }) => kind === 'data collection');
    const id = Number(collection?.omicon_id?.split('.')[2]);
    const valuesOf = async (
      endpoint: typeof getDataSetSampleAttributes | typeof getCollectionSampleAttributes,
      of: number,
    ) => {
      const { reply } = await portal.call(endpoint, {
        as: guest,
        body: { id: of, optional_attributes: ['Age'] },
      });
      return reply.sample_attributes.filter(({ name }) => name === 'Sex' || name === 'Age');
    };
    expect(await valuesOf(getDataSetSampleAttributes, params.id)).toEqual(
      await valuesOf(getCollectionSampleAttributes, id),
    );
    const { reply } = await portal.call(getSample, { as: guest, params: { id, label: 'P75_S01' } });
    expect(reply.attributes).toEqual(
      expect.arrayContaining([
        { name: 'Sex', value: 'F', label: null },
        { name: 'Age', value: '30', label: null },
      ]),
    );
    // The same files again change nothing.
    const again = await takeInPath(portal, path.join(CASES, '08-two-sample-tables-disagree/P75.zip'));
    expect(new Set(again.units.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
  });
});
