/** Survival by attribute, feature and module of the collection with follow-up, equal to R. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getModule } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { createSampleAttribute, deleteSampleAttribute } from '@omicon/contract/areas/attributes.ts';
import { getSurvival, listModuleSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { REPOSITORY } from '../../config.ts';
import { takeIn, takeInPath } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const DATA = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data');
const FOLLOW_UP = path.join(DATA, 'followup');
const IS_MISSING = !existsSync(FOLLOW_UP);
if (IS_MISSING && process.env.CI === 'true')
  throw new Error(`${FOLLOW_UP} is missing; set OMICON_TEST_DATA.`);

interface Cox {
  coefficients: {
    term: string[];
    coef: number[];
    HR: number[];
    HR_low: number[];
    HR_high: number[];
    p: number[];
  };
  likelihood_ratio: { p: number };
  zph?: { p: number[] };
}
interface Curve {
  n: number;
  events: number;
  median: number | null;
  steps: { time: number[]; at_risk: number[]; S: number[]; low: (number | null)[] };
}
interface Groups {
  kaplan_meier: Record<string, Curve>;
  logrank: { chisq: number; df: number; p: number };
  cox: Cox;
}
interface AttributeAnswers {
  attributes: Record<string, Groups & { kind: string; cox_per_sd: Cox }>;
}
interface FeatureAnswers {
  features: Record<string, { cox_per_sd: Cox; cox_adjusted: Cox }>;
}
interface ModuleAnswers {
  modules: Record<'module' | 'HR' | 'HR_low' | 'p' | 'zph_p' | 'logrank_halves_chisq', number[]> & {
    module: string[];
  };
}

function readAnswer<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(DATA, 'r-answers', `survival_${name}.json`), 'utf8'));
}

/** Cox models of R agree to 1e-8. */
function expectClose(
  actual: number | null | undefined,
  expected: number | undefined,
  tolerance = 1e-7,
): void {
  const difference = Math.abs((actual ?? Number.NaN) - (expected ?? Number.NaN));
  expect([actual, expected, difference <= tolerance * Math.max(1e-6, Math.abs(expected ?? 0))]).toEqual([
    actual,
    expected,
    true,
  ]);
}

describe.skipIf(IS_MISSING)('survival', () => {
  let portal: TestPortal;
  let member: Caller;
  const numberOf = async (version: string) => {
    const { rows } = await sql<{ number: number }>`
      select number from data_set where title || ' ' || ds_version = ${`TCGA ACC RNA-seq ${version}`}`.execute(
      portal.services.db,
    );
    return rows[0]?.number ?? 0;
  };
  beforeAll(async () => {
    portal = await openTestPortal();
    member = await portal.signInAs('LAB');
    expect((await takeInPath(portal, FOLLOW_UP)).faults).toEqual([]);
  }, 120_000);
  afterAll(() => portal.close());

  const ask = async (version: string, body: object) =>
    (await portal.call(getSurvival, { as: member, params: { id: await numberOf(version) }, body })).reply;

  test('a module says whether its samples have a follow-up, to those who may read the data set', async () => {
    const { rows } = await sql<{
      number: number;
    }>`select min(number) as number from covariation_module`.execute(portal.services.db);
    const has = async (as: Caller) =>
      (await portal.call(getModule, { as, params: { id: rows[0]?.number ?? 0 } })).reply.has_follow_up;
    expect(await has(member)).toBe(true);
    const guest = await portal.signInAs('GU');
    expect(await has(guest)).toBe(true);
    await sql`update data_set set visibility = 'private'`.execute(portal.services.db);
    expect([await has(member), await has(guest)]).toEqual([true, false]);
    await sql`update data_set set visibility = 'public'`.execute(portal.services.db);
  });

  test('time and event are found by their names, with the number of samples and events', async () => {
    const reply = await ask('EXT A.1', {});
    expect(reply).toMatchObject({
      time: 'Survival_Days',
      event: 'Vital_Status',
      n: 79,
      events: 25,
      left_out: [],
      subject: null,
    });
    expect(reply.attributes).toContain('Race');
    expect(reply.attributes).not.toContain('Original_Label');
    expect(reply.possible_times).toContain('Survival_Days');
    expect(reply.possible_events).toContain('Vital_Status');
    expect(reply.panels[0]?.curves[0]).toMatchObject({ name: 'All samples', n: 79, median: 2385 });
  });

  test('groups of an attribute have the curves, log-rank test and Cox model of R', async () => {
    const { attributes } = readAnswer<AttributeAnswers>('attributes_TCGA_ACC_RNA_seq_EXT_A_1');
    let compared = 0;
    for (const [name, answer] of Object.entries(attributes)) {
      if (answer.kind !== 'groups') continue;
      const [panel] = (await ask('EXT A.1', { by: { kind: 'attribute', name } })).panels;
      expect(panel?.curves.map((curve) => curve.name)).toEqual(Object.keys(answer.kaplan_meier).toSorted());
      for (const curve of panel?.curves ?? []) {
        const expected = answer.kaplan_meier[curve.name];
        expect([curve.n, curve.events, curve.median]).toEqual([
          expected?.n,
          expected?.events,
          expected?.median,
        ]);
        expect(curve.at_risk).toEqual([expected?.steps.at_risk].flat());
        curve.survival.forEach((value, at) => {
          expectClose(value, [expected?.steps.S].flat()[at], 1e-9);
        });
      }
      expect(panel?.log_rank?.df).toBe(answer.logrank.df);
      expectClose(panel?.log_rank?.chi_square, answer.logrank.chisq, 1e-9);
      expectClose(panel?.log_rank?.p_value, answer.logrank.p, 1e-8);
      panel?.cox?.terms.forEach((term, at) => {
        if (term.is_estimable) expectClose(term.coefficient, answer.cox.coefficients.coef[at]);
      });
      expectClose(panel?.cox?.likelihood_ratio_p_value, answer.cox.likelihood_ratio.p);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(3);
  });

  test('a group without events has no hazard ratio', async () => {
    const [panel] = (await ask('EXT A.1', { by: { kind: 'attribute', name: 'Tumor_Status' } })).panels;
    expect(panel?.cox?.terms[0]?.is_estimable).toBe(false);
  });

  test('a feature is compared continuously, per standard deviation, also adjusted', async () => {
    const { features } = readAnswer<FeatureAnswers>('features_TCGA_ACC_RNA_seq_EXT_OR_QN_A_1_1_1');
    for (const [name, { cox_per_sd, cox_adjusted }] of Object.entries(features).slice(0, 6)) {
      for (const [answer, adjust_for] of [
        [cox_per_sd, []],
        [cox_adjusted, ['Age', 'Sex']],
      ] as const) {
        const reply = await ask('EXT OR QN A.1.1.1', { by: { kind: 'feature', name }, adjust_for });
        const terms = reply.panels[0]?.cox?.terms ?? [];
        expect(terms).toHaveLength(answer.coefficients.coef.length);
        terms.forEach((term, at) => {
          expectClose(term.hazard_ratio, answer.coefficients.HR[at]);
          expectClose(term.low, answer.coefficients.HR_low[at]);
          expectClose(term.p_value, answer.coefficients.p[at]);
        });
        if (answer.zph) expectClose(terms[0]?.zph_p_value, answer.zph.p[0]);
      }
    }
  });

  test('halves, thirds and a chosen limit make the groups of a number; the model stays continuous', async () => {
    const by = { kind: 'feature', name: 'MKI67' };
    const halves = await ask('EXT OR QN A.1.1.1', { by });
    const thirds = await ask('EXT OR QN A.1.1.1', { by, split: 'thirds' });
    const chosen = await ask('EXT OR QN A.1.1.1', { by, cut: 8 });
    expect(halves.panels[0]?.curves.map(({ name, n }) => [name, n])).toEqual([
      ['low', 37],
      ['high', 37],
    ]);
    expect(thirds.panels[0]?.curves.map(({ name }) => name)).toEqual(['low', 'middle', 'high']);
    expect(chosen.subject).toMatchObject({ cuts: [8], is_chosen: true });
    expect(thirds.panels[0]?.cox).toEqual(halves.panels[0]?.cox);
  });

  test('every module of a network is compared at once, as R does', async () => {
    const { modules } = readAnswer<ModuleAnswers>('modules_TCGA_ACC_RNA_seq_All_0.97_10');
    const { rows } = await sql<{ number: number }>`
      select number from covariation_network where number_of_modules = ${modules.module.length}`.execute(
      portal.services.db,
    );
    const { reply } = await portal.call(listModuleSurvival, {
      as: member,
      params: { id: rows[0]?.number ?? 0 },
    });
    expect([reply.n, reply.events, reply.results.length]).toEqual([74, 22, modules.module.length]);
    for (const { name, hazard_ratio, low, p_value, zph_p_value } of reply.results) {
      const at = modules.module.indexOf(name);
      // Eigengenes of the file have ten digits.
      expectClose(hazard_ratio, modules.HR[at], 1e-6);
      expectClose(low, modules.HR_low[at], 1e-6);
      expectClose(p_value, modules.p[at], 1e-5);
      expectClose(zph_p_value, modules.zph_p[at], 1e-5);
    }
  });

  test('facets have a panel each', async () => {
    const { panels } = await ask('EXT A.1', { facet: 'Sex' });
    expect(panels.map(({ facet, n }) => [facet, n])).toEqual([
      ['F', 48],
      ['M', 31],
    ]);
  });

  test('coded values have their labels beside them', async () => {
    await portal.call(createSampleAttribute, {
      as: member,
      body: {
        sampleAttributeSource: 'Sex',
        type: 'String',
        examples: 'F',
        required: 'No',
        indexed: 'Yes',
        dataSource: 'Laboratory',
        description: 'Sex of the individual.',
        value_labels: { F: 'female', M: 'male' },
      },
    });
    const by = { kind: 'attribute', name: 'Sex' };
    const [panel] = (await ask('EXT A.1', { by, facet: 'Sex' })).panels;
    const [compared] = (await ask('EXT A.1', { by })).panels;
    const [adjusted] = (await ask('EXT A.1', { adjust_for: ['Sex'] })).panels;
    expect([panel?.facet, panel?.facet_label]).toEqual(['F', 'female']);
    expect(compared?.curves.map(({ name, label }) => [name, label])).toEqual([
      ['F', 'female'],
      ['M', 'male'],
    ]);
    expect(compared?.cox?.terms[0]).toMatchObject({ name: 'M against F', label: 'male against female' });
    expect(adjusted?.cox?.terms[0]).toMatchObject({ name: 'Sex M', label: 'Sex male' });
  });

  test('samples without follow-up have no panels, whatever is compared', async () => {
    expect((await takeIn(portal, { ...smallResources(), ...smallLaboratory() })).faults).toEqual([]);
    const { rows } = await sql<{ id: number; module: number; other: number }>`
      select d.number as id, (select min(number) from covariation_module where name = 'turquoise' and number > d.number) as module,
             (select number from data_set where title || ' ' || ds_version = 'TCGA ACC RNA-seq EXT A.1') as other
        from data_set d where d.title like 'Phillips%' order by d.number limit 1`.execute(portal.services.db);
    const { id = 0, module = 0, other = 0 } = rows[0] ?? {};
    for (const by of [
      { kind: 'module' as const, id: module },
      { kind: 'feature' as const, name: 'CD68' },
    ]) {
      const { reply } = await portal.call(getSurvival, { as: member, params: { id }, body: { by } });
      expect(reply).toMatchObject({ time: null, n: 0, panels: [], subject: { kind: 'numeric', cuts: [] } });
    }
    // The module of a network whose samples are in no other data set.
    const elsewhere = await portal.call(getSurvival, {
      as: member,
      params: { id: other },
      body: { by: { kind: 'module', id: module } },
    });
    expect(elsewhere.reply.subject).toMatchObject({ name: 'turquoise', cuts: [] });
  });

  test('samples without follow-up lead to readable data sets that have it, one of each collection', async () => {
    const { rows } = await sql<{ id: number }>`
      select number as id from data_set where title like 'Phillips%' order by number limit 1`.execute(
      portal.services.db,
    );
    const namedTo = async (as: Caller) => {
      const params = { id: rows[0]?.id ?? 0 };
      const { reply } = await portal.call(getSurvival, { as, params, body: {} });
      return reply.elsewhere.map(({ title }) => title);
    };
    const guest = await portal.signInAs('GU');
    const [title = ''] = await namedTo(guest);
    expect(title).toMatch(/^TCGA ACC RNA-seq /);
    expect(await namedTo(member)).toEqual([title]);
    expect((await ask('EXT A.1', {})).elsewhere).toEqual([]);
    await sql`update data_set set visibility = 'private' where title like 'TCGA%'`.execute(
      portal.services.db,
    );
    expect([await namedTo(member), await namedTo(guest)]).toEqual([[title], []]);
    await sql`update data_set set visibility = 'public' where title like 'TCGA%'`.execute(portal.services.db);
  });

  test('what cannot be compared is refused with a sentence', async () => {
    const id = await numberOf('EXT A.1');
    const refuse = async (body: object) => {
      const { status, refusal } = await portal.call(getSurvival, { as: member, params: { id }, body });
      return [status, refusal.detail];
    };
    expect(await refuse({ by: { kind: 'attribute', name: 'Mood' } })).toEqual([
      400,
      'The samples have no attribute Mood.',
    ]);
    expect(await refuse({ by: { kind: 'feature', name: 'NOGENE' } })).toEqual([
      400,
      'This data set has no feature NOGENE.',
    ]);
    expect(await refuse({ by: { kind: 'attribute', name: 'Label' } })).toEqual([
      400,
      'The samples have no attribute Label.',
    ]);
    expect(await refuse({ adjust_for: ['Original_Label'] })).toEqual([
      400,
      'Original Label has 79 different values. Please adjust for an attribute with at most 20.',
    ]);
    expect(await refuse({ facet: 'Original_Label' })).toEqual([
      400,
      'Original Label has 79 different values. Please choose panels by an attribute with at most 20.',
    ]);
    expect(await refuse({ time: 'Mood' })).toEqual([400, 'The samples have no attribute Mood.']);
    expect((await refuse({ by: { kind: 'module', id: 999_999 } }))[0]).toBe(404);
  });

  test('time and event are those of the attribute table before those of a name, with the unit', async () => {
    const define = async (name: string, follow_up: 'time' | 'event', unit = '') =>
      (
        await portal.call(createSampleAttribute, {
          as: member,
          body: {
            sampleAttributeSource: name,
            type: 'String',
            examples: '1',
            required: 'No',
            indexed: 'No',
            dataSource: 'Registry',
            description: 'Follow-up',
            follow_up,
            unit,
          },
        })
      ).reply;
    const time = await define('Age', 'time', 'years');
    const event = await define('Radiation Therapy', 'event');
    expect([time.follow_up, time.unit, event.unit]).toEqual(['time', 'years', null]);
    const reply = await ask('EXT A.1', {});
    expect(reply).toMatchObject({ time: 'Age', event: 'Radiation_Therapy', unit: 'years' });
    expect(await ask('EXT A.1', { time: 'Survival_Days', event: 'Vital_Status' })).toMatchObject({
      time: 'Survival_Days',
      unit: null,
      events: 25,
    });
    for (const { id, version } of [time, event])
      await portal.call(deleteSampleAttribute, { as: member, params: { id }, query: { version } });
    expect((await ask('EXT A.1', {})).time).toBe('Survival_Days');
  });

  test('any texts can be chosen as events, and the interval can be on the log-log scale', async () => {
    const usual = await ask('EXT A.1', {});
    expect([usual.event_values, usual.observed]).toEqual([['Alive', 'Dead'], ['Dead']]);
    const turned = await ask('EXT A.1', { observed: 'Alive' });
    expect([turned.n, turned.events]).toEqual([79, 54]);
    expect((await ask('EXT A.1', { event: 'Sex', observed: 'F' })).events).toBe(48);
    const limits = (reply: typeof usual) => reply.panels[0]?.curves[0]?.low[5];
    // R: survfit(conf.type = "log-log") has other limits of the same curve.
    const logLog = await ask('EXT A.1', { interval: 'log-log' });
    expect(logLog.panels[0]?.curves[0]?.survival).toEqual(usual.panels[0]?.curves[0]?.survival);
    expect(limits(logLog)).not.toBe(limits(usual));
    const { status, refusal } = await portal.call(getSurvival, {
      as: member,
      params: { id: await numberOf('EXT A.1') },
      body: { observed: 'Gone' },
    });
    expect([status, refusal.detail]).toEqual([400, 'Vital Status has no value Gone.']);
  });

  test('an event attribute with other texts lists them', async () => {
    const reply = await ask('EXT A.1', { event: 'Sex' });
    expect(reply).toMatchObject({ unknown_events: ['F', 'M'], n: 0, events: 0 });
  });
});
