/** System tables: changes of attributes and their versions, ontologies, and values in use. */

import { getSearchDefinitions } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  createAnalysisAttribute,
  createDataCollectionAttribute,
  createDataSetAttribute,
  createSampleAttribute,
  deleteAnalysisAttribute,
  deleteDataCollectionAttribute,
  deleteDataSetAttribute,
  deleteSampleAttribute,
  downloadAttributeTable,
  downloadOntology,
  listAnalysisAttributes,
  listAnalysts,
  listAttributeTables,
  listDataCollectionAttributes,
  listDataSetAttributes,
  listOntologies,
  listOntologyTerms,
  listOwners,
  listPossibleTerms,
  listPossibleValues,
  listSampleAttributes,
  restoreAnalysisAttribute,
  restoreDataCollectionAttribute,
  restoreDataSetAttribute,
  restoreSampleAttribute,
  updateAnalysisAttribute,
  updateDataCollectionAttribute,
  updateDataSetAttribute,
  updateSampleAttribute,
} from '@omicon/contract/areas/attributes.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory, takeIn } from '../../test-support/intake.ts';
import { RESOURCE_PATHS, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ensureAttributeTables } from './table-versions.ts';

type Fields = BodyInput<typeof createSampleAttribute>;

let portal: TestPortal;
let lab: Caller;
let guest: Caller;
let count = 0;

beforeAll(async () => {
  portal = await openTestPortal();
  await ensureAttributeTables(portal.services.db);
  await aLaboratory(portal, { visibility: 'private', owner: 'Rita Levi' });
  await takeIn(portal, smallResources());
  lab = await portal.signInAs('LAB', { first_name: 'Camillo', last_name: 'Golgi' });
  guest = await portal.signInAs('GU');
});
afterAll(() => portal.close());

function fields(change: Partial<Fields> = {}): Fields {
  count += 1;
  return {
    sampleAttributeSource: `Ki67 Index ${count}`,
    type: 'Numeric',
    examples: '12.5',
    required: 'No',
    indexed: 'Yes',
    dataSource: 'Source study',
    description: 'Share of cells in division.',
    ...change,
  };
}

async function anAttribute(change: Partial<Fields> = {}) {
  return (await portal.call(createSampleAttribute, { as: lab, body: fields(change) })).reply;
}

async function historyOf(kind: string) {
  const { reply } = await portal.call(listAttributeTables, { as: lab });
  return reply.results.find((table) => table.kind === kind)?.history ?? [];
}

describe('the default attributes', () => {
  test('are created once, however often the portal starts, and belong to the portal', async () => {
    const before = (await portal.call(listSampleAttributes, { as: lab })).reply.total;
    await ensureAttributeTables(portal.services.db);
    const { reply } = await portal.call(listSampleAttributes, { as: lab, query: { search: 'MONDO ID' } });
    expect((await portal.call(listSampleAttributes, { as: lab })).reply.total).toBe(before);
    const [mondo] = reply.results;
    expect(mondo).toMatchObject({ name: 'MONDO ID', attribute_type: 'String', deletable: false });
    const id = mondo?.id ?? 0;
    const edit = await portal.call(updateSampleAttribute, {
      as: lab,
      params: { id },
      body: { ...fields(), version: 1 },
    });
    expect(edit.refusal.detail).toBe('MONDO ID belongs to the portal and stays as it is.');
    expect((await portal.call(deleteSampleAttribute, { as: lab, params: { id } })).status).toBe(403);
  });

  test('contain the specified attributes of collections, data sets and analyses', async () => {
    const named = { as: lab, query: { page_size: 100 } };
    const [collections, sets, analyses] = await Promise.all([
      portal.call(listDataCollectionAttributes, named),
      portal.call(listDataSetAttributes, named),
      portal.call(listAnalysisAttributes, named),
    ]);
    const namesIn = ({ reply }: { reply: { results: { name: string }[] } }) =>
      reply.results.map(({ name }) => name);
    expect(namesIn(collections)).toEqual(
      expect.arrayContaining([
        'Title',
        'Owner',
        'Availability',
        'Source',
        'Accession ID',
        'BioProject ID',
        'PubMed ID',
      ]),
    );
    expect(namesIn(sets)).toEqual(
      expect.arrayContaining([
        ...['Title', 'Owner', 'Availability', 'Analyte', 'Technology', 'Platform', 'Unique Identifier'],
        ...['Number of Features', 'Transformations', 'Quantification Scale'],
        ...['Number of Individuals', 'Number of Samples'],
      ]),
    );
    expect(namesIn(analyses)).toEqual(expect.arrayContaining(['Title', 'Owner', 'Analyst', 'Availability']));
  });

  test('show how many records have them', async () => {
    const { reply } = await portal.call(listSampleAttributes, { as: lab, query: { search: 'Disease' } });
    const disease = reply.results.find(({ name }) => name === 'Disease');
    expect(disease).toMatchObject({ used_in: 4 });
    const query = { sort: 'used_in', order: 'desc' } as const;
    const all = (await portal.call(listSampleAttributes, { as: lab, query })).reply.results;
    const uses = all.map(({ used_in }) => used_in);
    expect(uses).toEqual(uses.toSorted((a, b) => b - a));
    const sets = await portal.call(listDataSetAttributes, { as: lab, query: { search: 'Platform' } });
    expect(sets.reply.results[0]).toMatchObject({ name: 'Platform', used_in: 3 });
  });
});

describe('a sample attribute', () => {
  test('can be added, changed, deleted and restored, and every change stores the whole table', async () => {
    const start = (await historyOf('sample'))[0]?.version ?? 0;
    const { id, name } = await anAttribute();
    const body = { ...fields(), sampleAttributeSource: name, examples: '40', version: 1 };
    const { reply } = await portal.call(updateSampleAttribute, { as: lab, params: { id }, body });
    expect(reply).toMatchObject({ version: 2, examples: '40', deletable: true });
    await portal.call(deleteSampleAttribute, { as: lab, params: { id } });
    const hidden = await portal.call(listSampleAttributes, { as: lab, query: { search: name } });
    expect(hidden.reply.total).toBe(0);
    await portal.call(restoreSampleAttribute, { as: lab, params: { id } });
    const history = (await historyOf('sample')).slice(0, 4);
    expect(history.map(({ version, change, changed_by }) => [version, change, changed_by])).toEqual([
      [start + 4, `Restored ${name}`, 'Camillo Golgi'],
      [start + 3, `Deleted ${name}`, 'Camillo Golgi'],
      [start + 2, `Changed ${name}`, 'Camillo Golgi'],
      [start + 1, `Added ${name}`, 'Camillo Golgi'],
    ]);
    const textOf = async (version: number) =>
      (await portal.ask(downloadAttributeTable, { as: lab, params: { kind: 'sample', version } })).text;
    expect(await textOf(start)).not.toContain(name);
    expect(await textOf(start + 1)).toContain(`${name},Numeric,,12.5,No,Yes,Source study`);
    expect(await textOf(start + 2)).toContain(`${name},Numeric,,40,`);
    expect(await textOf(start + 3)).not.toContain(name);
    expect((await textOf(start + 4)).length).toBe(history[0]?.size);
  });

  test('of type Enumeration needs comma-separated values', async () => {
    const made = await anAttribute({ type: 'Enumeration', examples: 'x', possibleValues: 'x, y,, z, x' });
    expect(made.possible_values).toEqual(['x', 'y', 'z']);
  });

  test.each([
    [{ sampleAttributeSource: ' ' }, 'sampleAttributeSource', 'Enter attribute name'],
    [{ type: '' }, 'type', 'Enter attribute type'],
    [{ examples: '' }, 'examples', 'Enter example'],
    [{ dataSource: '' }, 'dataSource', 'Enter data source'],
    [{ description: '' }, 'description', 'Enter description'],
    [{ type: 'Enumeration', examples: 'x' }, 'possibleValues', 'Enter enumerated values'],
    [
      { type: 'Enumeration', examples: 'x', possibleValues: 'x; y' },
      'possibleValues',
      'Please enter comma separated values',
    ],
    [{ possibleValues: 'x' }, 'possibleValues', 'Only the type Enumeration has enumerated values.'],
    [{ type: 'Integer', examples: '1.5' }, 'examples', 'Please enter a valid number'],
    [{ type: 'Numeric', examples: 'many' }, 'examples', 'Please enter a valid number'],
    [{ type: 'Date', examples: '2026-02-30' }, 'examples', 'Please enter a valid date'],
  ])('%j is refused', async (change, field, sentence) => {
    const answer = await portal.ask(createSampleAttribute, { as: lab, body: { ...fields(), ...change } });
    expect(answer.status).toBe(400);
    expect(answer.refusal.fields?.[field]).toBe(sentence);
  });

  test('has a unique name, ignoring case', async () => {
    const { name } = await anAttribute();
    const again = await portal.call(createSampleAttribute, {
      as: lab,
      body: fields({ sampleAttributeSource: name.toUpperCase() }),
    });
    expect([again.status, again.refusal.fields?.sampleAttributeSource]).toEqual([
      409,
      `Another sample attribute is already called ${name.toUpperCase()}.`,
    ]);
  });

  test('cannot be restored if its name is used again', async () => {
    const { id, name } = await anAttribute();
    await portal.call(deleteSampleAttribute, { as: lab, params: { id } });
    await anAttribute({ sampleAttributeSource: name });
    expect((await portal.call(restoreSampleAttribute, { as: lab, params: { id } })).status).toBe(409);
  });

  test('cannot be restored after thirty days', async () => {
    const { id, name } = await anAttribute();
    const { db } = portal.services;
    await portal.call(deleteSampleAttribute, { as: lab, params: { id } });
    await sql`update attribute_definition set deleted_at = now() - interval '30 days 1 minute' where id = ${id}`.execute(
      db,
    );
    const late = await portal.call(restoreSampleAttribute, { as: lab, params: { id } });
    expect([late.status, late.refusal.detail]).toEqual([
      409,
      `${name} was deleted more than 30 days ago and cannot be restored any more.`,
    ]);
    await sql`update attribute_definition set deleted_at = now() - interval '29 days 23 hours' where id = ${id}`.execute(
      db,
    );
    expect((await portal.call(restoreSampleAttribute, { as: lab, params: { id } })).status).toBe(200);
  });

  test('changed concurrently is changed once, with one new version of the table', async () => {
    const { id, name } = await anAttribute();
    const before = (await historyOf('sample')).length;
    const edits = await Promise.all(
      Array.from({ length: 6 }, () =>
        portal.call(updateSampleAttribute, {
          as: lab,
          params: { id },
          body: { ...fields(), sampleAttributeSource: name, version: 1 },
        }),
      ),
    );
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await historyOf('sample')).length).toBe(before + 1);
  });
});

describe('labels of values of a sample attribute', () => {
  const LABELS = { 'NCIT:C14165': 'high; above 20 %', '1': 'low' };

  async function labelsOf(name: string) {
    const { reply } = await portal.call(listSampleAttributes, { as: lab, query: { search: name } });
    return reply.results.map(({ value_labels }) => value_labels);
  }

  test('are stored with the attribute, trimmed, and stay where a change leaves them out', async () => {
    const made = await anAttribute({ value_labels: { ' 1 ': ' low ', 'NCIT:C14165': 'high; above 20 %' } });
    expect(made.value_labels).toEqual(LABELS);
    expect((await anAttribute()).value_labels).toEqual({});
    const { id, name } = made;
    const change = async (body: Partial<Fields>, version: number) =>
      portal.call(updateSampleAttribute, {
        as: lab,
        params: { id },
        body: { ...fields(body), sampleAttributeSource: name, version },
      });
    expect((await change({}, 1)).reply.value_labels).toEqual(LABELS);
    expect((await change({ value_labels: { 1: 'none' } }, 2)).reply).toMatchObject({ version: 3 });
    expect(await labelsOf(name)).toEqual([{ 1: 'none' }]);
    expect((await change({ value_labels: {} }, 3)).reply.value_labels).toEqual({});
  });

  test('are part of every version of the table', async () => {
    const { id, name } = await anAttribute({ value_labels: LABELS });
    const body = { ...fields(), sampleAttributeSource: name, value_labels: { 1: 'none' }, version: 1 };
    await portal.call(updateSampleAttribute, { as: lab, params: { id }, body });
    const [changed, added] = await historyOf('sample');
    const lineOf = async (version = 0) => {
      const { text } = await portal.ask(downloadAttributeTable, {
        as: lab,
        params: { kind: 'sample', version },
      });
      expect(text.split('\n')[0]).toMatch(/category,value_labels,follow_up,unit\r?$/);
      return text.split(/\r?\n/).find((line) => line.startsWith(`${name},`));
    };
    const written = JSON.stringify(LABELS).replaceAll('"', '""');
    expect(await lineOf(added?.version)).toContain(`,"${written}"`);
    expect(await lineOf(changed?.version)).toContain('"{""1"":""none""}"');
  });

  test.each([
    [{ ' 1': 'low', 1: 'none' }, 'value_labels. 1', 'The value 1 is listed twice.'],
    [{ WT: ' ' }, 'value_labels.WT', 'Enter label'],
    [{ '': 'wild type' }, 'value_labels.', 'Enter value'],
    [{ WT: 'x'.repeat(201) }, 'value_labels.WT', 'Maximum length is 200'],
    [{ ['x'.repeat(201)]: 'long' }, `value_labels.${'x'.repeat(201)}`, 'Maximum length is 200'],
    [{ WT: 'a\0b' }, 'value_labels.WT', 'Please enter text without control characters.'],
    [
      Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`v${at}`, 'x'])),
      'value_labels',
      'An attribute has at most 200 labels of values.',
    ],
    [{ WT: 1 }, 'value_labels.WT', '"WT" cannot be read.'],
  ])('%j are refused', async (value_labels, field, sentence) => {
    const body = { ...fields(), value_labels };
    const answer = await portal.ask(createSampleAttribute, { as: lab, body });
    expect([answer.status, answer.refusal.fields]).toEqual([400, { [field]: sentence }]);
  });

  test('can be two hundred, each with two hundred letters', async () => {
    const long = (at: number) => `${at} `.padEnd(200, 'x');
    const value_labels = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [long(at), long(at)]));
    expect((await anAttribute({ value_labels })).value_labels).toEqual(value_labels);
  });

  test('are changed by nobody who may not change the attribute', async () => {
    const { id, name } = await anAttribute({ value_labels: LABELS });
    const body = { ...fields(), sampleAttributeSource: name, value_labels: {}, version: 1 };
    for (const role of ['GU', 'RU', 'REVIEWER'] as const) {
      const as = await portal.signInAs(role);
      expect((await portal.call(updateSampleAttribute, { as, params: { id }, body })).status, role).toBe(403);
    }
    expect(await labelsOf(name)).toEqual([LABELS]);
  });
});

test('the part in a follow-up and the unit stay until they are sent, and belong to samples', async () => {
  const { id, name } = await anAttribute({ follow_up: 'time', unit: ' days ' });
  const change = async (changed: Partial<Fields>, version: number) => {
    const body = { ...fields(), sampleAttributeSource: name, ...changed, version };
    return (await portal.call(updateSampleAttribute, { as: lab, params: { id }, body })).reply;
  };
  expect(await change({}, 1)).toMatchObject({ follow_up: 'time', unit: 'days' });
  expect(await change({ follow_up: '', unit: '' }, 2)).toMatchObject({ follow_up: null, unit: null });
  const { status, refusal } = await portal.call(createDataSetAttribute, {
    as: await portal.signInAs('admin'),
    body: { ...fields(), follow_up: 'event' },
  });
  expect([status, refusal.fields]).toEqual([
    400,
    { follow_up: 'Only sample attributes hold the time or the event of a follow-up.' },
  ]);
});

const OTHERS = [
  {
    kind: 'data-collection',
    what: 'data collection attribute',
    shipped: 'Accession ID',
    section: 'collection',
    resource: 'SYSTEM_TABLES_COLLECTION_ATTRIBUTES',
    list: listDataCollectionAttributes,
    create: createDataCollectionAttribute,
    update: updateDataCollectionAttribute,
    remove: deleteDataCollectionAttribute,
    restore: restoreDataCollectionAttribute,
  },
  {
    kind: 'data-set',
    what: 'data set attribute',
    shipped: 'Platform',
    section: 'dataset',
    resource: 'SYSTEM_TABLES_DATA_SET_ATTRIBUTES',
    list: listDataSetAttributes,
    create: createDataSetAttribute,
    update: updateDataSetAttribute,
    remove: deleteDataSetAttribute,
    restore: restoreDataSetAttribute,
  },
  {
    kind: 'analysis',
    what: 'analysis attribute',
    shipped: 'Analyst',
    section: 'analyses',
    resource: 'SYSTEM_TABLES_PROJECT_ATTRIBUTES',
    list: listAnalysisAttributes,
    create: createAnalysisAttribute,
    update: updateAnalysisAttribute,
    remove: deleteAnalysisAttribute,
    restore: restoreAnalysisAttribute,
  },
] as const;

describe.each(OTHERS)('a $what', ({ kind, what, shipped, section, resource, ...call }) => {
  let admin: Caller;
  beforeAll(async () => {
    admin = await portal.signInAs('admin', { first_name: 'Santiago', last_name: 'Ramon' });
  });

  async function added(change: Partial<Fields> = {}) {
    return (await portal.call(call.create, { as: admin, body: fields(change) })).reply;
  }

  test('can be added, changed, deleted and restored by administrators, and every change stores the whole table', async () => {
    const [before] = await historyOf(kind);
    const samples = (await historyOf('sample')).length;
    const { id, name, deletable } = await added();
    expect(deletable).toBe(true);
    const body = { ...fields(), sampleAttributeSource: name, examples: '40', version: 1 };
    const { reply } = await portal.call(call.update, { as: admin, params: { id }, body });
    expect(reply).toMatchObject({ version: 2, examples: '40' });
    const stale = await portal.call(call.update, { as: admin, params: { id }, body });
    expect(stale.status).toBe(409);
    await portal.call(call.remove, { as: admin, params: { id } });
    const listed = async () =>
      (await portal.call(call.list, { as: lab, query: { search: name } })).reply.results.map((row) => row.id);
    expect(await listed()).toEqual([]);
    await portal.call(call.restore, { as: admin, params: { id } });
    expect(await listed()).toEqual([id]);
    const history = (await historyOf(kind)).slice(0, 4);
    const start = before?.version ?? 0;
    expect(history.map(({ version, change, changed_by }) => [version, change, changed_by])).toEqual([
      [start + 4, `Restored ${name}`, 'Santiago Ramon'],
      [start + 3, `Deleted ${name}`, 'Santiago Ramon'],
      [start + 2, `Changed ${name}`, 'Santiago Ramon'],
      [start + 1, `Added ${name}`, 'Santiago Ramon'],
    ]);
    const params = { kind, version: start + 2 };
    expect((await portal.ask(downloadAttributeTable, { as: admin, params })).text).toContain(
      `${name},Numeric,,40,`,
    );
    expect((await historyOf('sample')).length).toBe(samples);
  });

  test('becomes a field of the advanced search, of the type it was given', async () => {
    const { name } = await added();
    const { sections } = (await portal.call(getSearchDefinitions, { as: admin })).reply;
    const field = sections[section]?.find(({ label }) => label === name);
    expect(field).toMatchObject({ type: 'number', operators: expect.arrayContaining(['greaterthan']) });
  });

  test('has no labels of values', async () => {
    const body = fields({ value_labels: { 1: 'low' } });
    const refused = await portal.call(call.create, { as: admin, body });
    expect([refused.status, refused.refusal.fields]).toEqual([
      400,
      { value_labels: 'Only values of sample attributes have labels.' },
    ]);
    expect((await added({ value_labels: {} })).value_labels).toEqual({});
  });

  test('has a unique name in its table, which an attribute of another kind may also have', async () => {
    const { name } = await added();
    const again = await portal.call(call.create, {
      as: admin,
      body: fields({ sampleAttributeSource: name.toUpperCase() }),
    });
    expect([again.status, again.refusal.fields?.sampleAttributeSource]).toEqual([
      409,
      `Another ${what} is already called ${name.toUpperCase()}.`,
    ]);
    expect((await anAttribute({ sampleAttributeSource: name })).name).toBe(name);
  });

  test('that is a default attribute or of another kind cannot be changed', async () => {
    const { results } = (await portal.call(call.list, { as: admin, query: { search: shipped } })).reply;
    const id = results.find(({ name }) => name === shipped)?.id ?? 0;
    const own = await portal.call(call.remove, { as: admin, params: { id } });
    expect([own.status, own.refusal.detail]).toEqual([
      403,
      `${shipped} belongs to the portal and stays as it is.`,
    ]);
    const { id: ofSample } = await anAttribute();
    const body = { ...fields(), version: 1 };
    expect((await portal.call(call.update, { as: admin, params: { id: ofSample }, body })).status).toBe(404);
    expect((await portal.call(call.remove, { as: admin, params: { id: ofSample } })).status).toBe(404);
    expect((await portal.call(call.restore, { as: admin, params: { id: ofSample } })).status).toBe(404);
  });

  test('can be changed by other roles only if granted, and never by reviewers', async () => {
    const { id, name } = await added();
    const statuses = async (as: Caller) => [
      (await portal.call(call.create, { as, body: fields() })).status,
      (await portal.call(call.update, { as, params: { id }, body: { ...fields(), version: 99 } })).status,
      (await portal.call(call.remove, { as, params: { id }, query: { version: 99 } })).status,
    ];
    for (const role of ['LAB', 'REVIEWER', 'RU', 'GU'] as const)
      expect(await statuses(await portal.signInAs(role)), role).toEqual([403, 403, 403]);
    for (const role of ['LAB', 'REVIEWER'] as const)
      for (const action of ['CREATE', 'MODIFY', 'DELETE'])
        await portal.services.db
          .insertInto('role_permission')
          .values({ role, permission: `${resource}_${action}` })
          .execute();
    expect(await statuses(await portal.signInAs('LAB'))).toEqual([201, 409, 409]);
    const reviewer = await portal.signInAs('REVIEWER');
    expect(await statuses(reviewer)).toEqual([403, 403, 403]);
    const refused = await portal.call(call.create, { as: reviewer, body: fields() });
    expect(refused.refusal.detail).toBe(`Reviewers cannot change ${what}s.`);
    expect((await portal.call(call.list, { as: admin, query: { search: name } })).reply.total).toBe(1);
  });
});

test('reviewers cannot change sample attributes, even with a mistaken grant', async () => {
  const { id } = await anAttribute();
  for (const permission of ['CREATE', 'MODIFY', 'DELETE'].map(
    (word) => `SYSTEM_TABLES_SAMPLE_ATTRIBUTES_${word}`,
  ))
    await portal.services.db.insertInto('role_permission').values({ role: 'REVIEWER', permission }).execute();
  const reviewer = await portal.signInAs('REVIEWER');
  const answers = [
    await portal.call(createSampleAttribute, { as: reviewer, body: fields() }),
    await portal.call(updateSampleAttribute, {
      as: reviewer,
      params: { id },
      body: { ...fields(), version: 1 },
    }),
    await portal.call(deleteSampleAttribute, { as: reviewer, params: { id } }),
    await portal.call(restoreSampleAttribute, { as: reviewer, params: { id } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(answers[0]?.refusal.detail).toBe('Reviewers cannot change sample attributes.');
});

describe('ontologies', () => {
  test('are listed with their versions and original files', async () => {
    const { reply } = await portal.call(listOntologies, { as: lab });
    const [uberon] = reply.results;
    expect(uberon).toMatchObject({
      name: 'UBERON',
      redirectionUrl: 'https://obophenotype.github.io/uberon/',
    });
    expect(uberon?.history.map(({ version, key }) => [version, key])).toEqual([[1, 'UBERON/1']]);
    const file = await portal.ask(downloadOntology, { as: lab, params: { name: 'UBERON', version: 1 } });
    expect(file.text).toBe(smallResources()[RESOURCE_PATHS.ontology]);
  });

  test('have terms that can be listed, or found by part of the name or by id', async () => {
    const find = async (search: string) =>
      (await portal.call(listOntologyTerms, { as: guest, params: { name: 'uberon' }, query: { search } }))
        .reply;
    expect((await find('')).total).toBe(3);
    expect((await find('lobe')).results.map(({ name }) => name)).toEqual(['frontal lobe', 'temporal lobe']);
    expect((await find('uberon:0001871')).results[0]).toMatchObject({ name: 'temporal lobe' });
    expect((await find('frontal')).results[0]?.part_of).toEqual(['UBERON:0000955']);
    expect((await find('%')).total).toBe(0);
    const none = await portal.call(listOntologyTerms, { as: guest, params: { name: 'CL' } });
    expect(none.status).toBe(404);
  });
});

describe('terms to choose from', () => {
  const termsFor = async (as: Caller, attribute: string, search = '') =>
    (await portal.call(listPossibleTerms, { as, query: { attribute, search } })).reply.results.map(
      ({ name, samples }) => [name, samples],
    );

  test('are those that samples have, with the number of samples of the term and its kinds', async () => {
    expect(await termsFor(lab, 'Tissue')).toEqual([
      ['brain', 6],
      ['frontal lobe', 2],
      ['temporal lobe', 1],
    ]);
    expect(await termsFor(lab, 'uberon id', 'LOBE')).toEqual([
      ['frontal lobe', 2],
      ['temporal lobe', 1],
    ]);
    expect(await termsFor(lab, 'Tissue', 'uberon:0000955')).toEqual([['brain', 6]]);
    expect(await termsFor(lab, 'Tissue', '%')).toEqual([]);
  });

  test('are none of an attribute without a current ontology, nor of records that one may not read', async () => {
    expect(await termsFor(lab, 'Disease')).toEqual([]);
    expect(await termsFor(lab, 'Sex')).toEqual([]);
    expect(await termsFor(guest, 'Tissue')).toEqual([]);
  });
});

describe('values to choose from', () => {
  const valuesFor = async (
    as: Caller,
    kind: 'samples' | 'data-sets' | 'projects' | 'data-collections',
    attribute: string,
    search = '',
  ) => (await portal.call(listPossibleValues, { as, params: { kind }, query: { attribute, search } })).reply;

  test('are those of readable records, with their number', async () => {
    expect(await valuesFor(lab, 'data-sets', 'Platform')).toEqual({
      results: [{ value: 'Affymetrix U133A', label: null, records: 3 }],
      total: 1,
    });
    expect(await valuesFor(lab, 'data-sets', 'platform')).toMatchObject({ total: 0 });
    const disease = await valuesFor(lab, 'samples', 'Disease', 'GLIO');
    expect(disease.results.length).toBeGreaterThan(0);
    expect(disease.results.every(({ value }) => /glio/i.test(value))).toBe(true);
    expect(await valuesFor(lab, 'samples', 'Disease', '%')).toEqual({ results: [], total: 0 });
  });

  test('are found by the label of their code, and shown with it', async () => {
    const found = await valuesFor(lab, 'samples', 'IDH1_Mut', 'MUTAT');
    expect(found.results).toMatchObject([{ value: 'NCIT:C172343', label: 'mutated' }]);
    expect(found.results[0]?.records).toBeGreaterThan(0);
    expect((await valuesFor(lab, 'samples', 'IDH1_Mut', 'NCIT')).results).toEqual(found.results);
    expect(await valuesFor(lab, 'samples', 'Disease', 'mutat')).toEqual({ results: [], total: 0 });
    expect((await valuesFor(guest, 'samples', 'IDH1_Mut', 'mutat')).total).toBe(0);
  });

  test('starting with the text come before those containing it; at most fifty by default', async () => {
    const titles = (await valuesFor(lab, 'data-sets', 'Title', 'p')).results.map(({ value }) => value);
    expect(titles).toContain('Phillips 2006 GSE4271 EXT');
    const disease = async (search: string) =>
      (await valuesFor(lab, 'samples', 'Disease', search)).results.map(({ value }) => value);
    expect((await disease('')).length).toBeLessThanOrEqual(50);
    const holding = await disease('a');
    const begins = holding.map((value) => value.startsWith('a'));
    expect(begins).toEqual(begins.toSorted((x, y) => Number(y) - Number(x)));
    expect([holding[0], holding.length > 1]).toEqual(['astrocytoma', true]);
  });

  test('do not reveal records of the laboratory', async () => {
    for (const kind of ['samples', 'data-sets', 'projects', 'data-collections'] as const) {
      for (const attribute of ['Title', 'Disease', 'Platform', 'Owner'])
        expect(await valuesFor(guest, kind, attribute), `${kind} ${attribute}`).toEqual({
          results: [],
          total: 0,
        });
    }
    expect((await portal.call(listOwners, { as: guest })).reply.results).toEqual([]);
    expect((await portal.call(listAnalysts, { as: guest })).reply.results).toEqual([]);
    expect((await portal.call(listOwners, { as: lab })).reply.results).toContain('Rita Levi');
    expect((await portal.call(listAnalysts, { as: lab })).reply.results).toHaveLength(1);
  });
});
