/** The landing page counts public records only, for everybody. */
import { getPublicContents } from '@omicon/contract/areas/operations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('an empty portal has nothing to show', async () => {
  const empty = await openTestPortal();
  const { reply } = await empty.call(getPublicContents, {});
  await empty.close();
  expect(reply).toEqual({
    data_collections: 0,
    data_sets: 0,
    samples: 0,
    networks: 0,
    modules: 0,
    examples: {
      gene: null,
      groups: null,
      module: null,
      network: null,
      sample_rules: [],
      has_microglia: false,
    },
  });
});

test('a set that is enriched in hidden modules only is no example', async () => {
  const hidden = await openTestPortal();
  for (const files of [smallResources(), smallLaboratory(HIDDEN)])
    expect((await takeIn(hidden, files)).faults).toEqual([]);
  await hidden.runJobs();
  const { reply } = await hidden.call(getPublicContents, {});
  await hidden.close();
  expect(reply.examples).toEqual({
    gene: null,
    groups: null,
    module: null,
    network: null,
    sample_rules: [],
    has_microglia: false,
  });
});

test('public records are counted once, hidden ones not at all', async () => {
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  const { reply } = await portal.call(getPublicContents, {});
  expect(reply).toMatchObject({ data_collections: 1, data_sets: 3, samples: 6, networks: 1, modules: 2 });
  expect(reply.examples).toMatchObject({ gene: 'OLIG2', has_microglia: true });
  expect(reply.examples.sample_rules.map(({ field }) => field)).toContain('Disease');
  const { groups } = reply.examples;
  const facets = await portal.services.pool.query(
    `select d.visibility, f.value from facet f join data_set d on d.id = f.owner_id and f.owner_type = 'ds'
      where d.number = $1 and f.attribute = $2 and f.value is not null and f.n >= 2`,
    [groups?.data_set, groups?.attribute],
  );
  expect(facets.rows.length).toBeGreaterThan(1);
  expect(facets.rows.every(({ visibility }) => visibility === 'public')).toBe(true);
  const { rows } = await portal.services.pool.query(
    `select a.visibility, n.number as id, a.number as analysis_id from covariation_module m join covariation_network n on n.id = m.covariation_network_id
       join analysis a on a.id = n.analysis_id where 'OM.CM.' || m.number = $1`,
    [reply.examples.module],
  );
  expect(rows).toEqual([{ visibility: 'public', ...reply.examples.network }]);
});
