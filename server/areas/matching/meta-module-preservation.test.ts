/** Preservation of meta-modules in small laboratories: who may ask, what is refused, and what is counted. */
import { getPreservationOfMetaModule } from '@omicon/contract/areas/matching.ts';
import type { Audience } from '@omicon/domain/permissions/audience.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { aMetaModule } from '../../test-support/laboratories/a-meta-module.ts';
import { firstModule, type Place, placeOfStudy } from '../../test-support/laboratories/place-of-study.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const OTHER = { accession: 'GSE1111', study: 'Other 2019 GSE1111' };
const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };
/** Two features of the small laboratory, and a gene that it does not measure. */
const GENES = ['IDH1', 'TP53', 'NOSUCH1'];

let portal: TestPortal;
let guest: Caller;
let member: Caller;
let own: Place;
let other: Place;
let hidden: Place;

const placeOf = (study: string) => placeOfStudy(portal.services.db, study);

/** A meta-module of one module with some consensus genes. @returns its number */
async function withGenes(audiences: readonly Audience[], place: Place): Promise<number> {
  const { db } = portal.services;
  const number = await aMetaModule(db, { audiences, module: firstModule(place) });
  for (const audience of audiences)
    await sql`
      insert into meta_module_gene (audience, number, rank, symbol, kme, member_of, measured_by, kme_by_data_set)
      select ${audience}, ${number}, g.rank, g.symbol, .9, 1, 1, '\\x'
        from unnest(${GENES}::text[]) with ordinality g(symbol, rank)`.execute(db);
  return number;
}

const ask = (as: Caller, id: number, { dataSet }: Place) =>
  portal.call(getPreservationOfMetaModule, {
    as,
    params: { id, data_set_id: dataSet },
    query: { random_sets: 20 },
  });

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(OTHER), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  own = await placeOf('Phillips');
  other = await placeOf('Other');
  hidden = await placeOf('Hidden');
}, 60_000);
afterAll(() => portal.close());

test('a meta-module is compared with the data set that has it, by its consensus genes', async () => {
  const number = await withGenes(['public', 'laboratory'], own);
  const { status, reply } = await ask(guest, number, other);
  expect(status).toBe(200);
  expect(reply.reference.data_set.id).toBe(own.dataSet);
  expect(reply.reference.module.id).toBe(firstModule(own));
  expect(reply.members).toBe(GENES.length);
  expect([reply.present <= 2, reply.preservation]).toEqual([true, null]);
});

test('a data set never preserves what was found in itself or in its own cohort', async () => {
  const number = await withGenes(['public', 'laboratory'], own);
  const { status, refusal } = await ask(guest, number, own);
  expect([status, refusal.detail]).toEqual([400, 'No data set of another cohort has this meta-module.']);
});

test('it is tested only where the caller may read, and only if the caller has it', async () => {
  const open = await withGenes(['public', 'laboratory'], own);
  expect([(await ask(guest, open, hidden)).status, (await ask(member, open, hidden)).status]).toEqual([
    404, 200,
  ]);
  const ofLaboratory = await withGenes(['laboratory'], hidden);
  expect((await ask(guest, ofLaboratory, own)).status).toBe(404);
  expect((await ask(member, ofLaboratory, own)).status).toBe(200);
  expect((await ask(guest, 999_999, own)).status).toBe(404);
});
