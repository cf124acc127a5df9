import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { damageObject } from '../../test-support/store/objects.ts';
import { provingHash } from '../http/sending.ts';
import { openDatabase, sql } from '../postgres/database.ts';
import { checkFixity, isDamaged, recordFixity } from './fixity.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
});

afterAll(() => portal.close());

/** A file record stored `days` ago with the text as content. */
async function storeOldFile(text: string, days: number): Promise<string> {
  const { db, store } = portal.services;
  const { storageKey, sha256, sizeBytes } = await store.put(Readable.from([Buffer.from(text)]));
  await sql`with n as (insert into omicon_record (type) values ('DS') returning number)
    insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility, created_at)
    select 'ds', n.number, n.number, '', 'matrix.csv', ${sizeBytes}, ${sha256}, ${storageKey}, 'public', now() - make_interval(days => ${days}) from n`.execute(
    db,
  );
  return storageKey;
}

test('an object is checked after 29 days, and a flipped bit is found', async () => {
  const { services } = portal;
  const whole = await storeOldFile('INDEX,Feature,1', 30);
  const flipped = await storeOldFile('INDEX,Feature,2', 30);
  const young = await storeOldFile('INDEX,Feature,3', 3);
  await damageObject(portal, flipped, 'INDEX,Feature,6');
  await damageObject(portal, young, 'INDEX,Feature,7');
  expect(await checkFixity(services)).toEqual([flipped]);
  expect(await isDamaged(services.db, flipped)).toBe(true);
  expect(await isDamaged(services.db, whole)).toBe(false);
  expect(await isDamaged(services.db, young)).toBe(false);
});

test('recently checked objects are not checked again', async () => {
  expect(await checkFixity(portal.services)).toEqual([]);
});

test('a later successful check clears the mark', async () => {
  const { services } = portal;
  const key = await storeOldFile('repaired', 1);
  await recordFixity(services.db, key, false);
  await recordFixity(services.db, key, true);
  expect(await isDamaged(services.db, key)).toBe(false);
});

test('damaged bytes break off even if the damage cannot be recorded', async () => {
  const { log } = portal.services;
  const away = openDatabase('postgres://omicon@localhost/postgres?host=/nowhere', { connections: 1 });
  const object = { storage_key: 'f'.repeat(64), sha256: Buffer.alloc(32) };
  const sent = Readable.from([Buffer.from('other bytes')]).pipe(provingHash(object, { db: away.db, log }));
  await expect(buffer(sent)).rejects.toThrow('The stored file is damaged.');
  await away.close();
});

test('a repaired object is cleared by the next hourly check', async () => {
  const { db } = portal.services;
  const key = await storeOldFile('brought back', 1);
  await recordFixity(db, key, false);
  await checkFixity(portal.services);
  expect(await isDamaged(db, key)).toBe(true);
  await sql`update fixity_check set checked_at = now() - interval '1 hour' where storage_key = ${key}`.execute(
    db,
  );
  await checkFixity(portal.services);
  expect(await isDamaged(db, key)).toBe(false);
});

/** Damages an object in the store. */
async function storeDamaged(text: string): Promise<{ key: string; sha256: Buffer; size: number }> {
  const stored = await portal.services.store.put(Readable.from([Buffer.from(text)]));
  await damageObject(portal, stored.storageKey, text.toUpperCase());
  return { key: stored.storageKey, sha256: stored.sha256, size: stored.sizeBytes };
}

test('pictures of reports, mapping tables, ontologies and kME are checked like files', async () => {
  const { services } = portal;
  const { db } = services;
  const picture = await storeDamaged('a picture of a report');
  await sql`
    with r as (
      insert into bug_report (first_name, last_name, reporter_email, omicon_version, browser_version, os_version, timezone,
                              environmental_variables, bug_description, created_at)
      values ('Ana', 'Ramos', 'ana@example.org', '1', '1', '1', 'UTC', '', 'The page stays white.', now() - interval '30 days')
      returning id)
    insert into bug_report_screenshot (bug_report_id, place, name, media_type, width, height, size_bytes, sha256, storage_key)
    select id, 1, 'white.png', 'image/png', 1, 1, ${picture.size}, ${picture.sha256}, ${picture.key} from r`.execute(
    db,
  );
  const table = await storeDamaged('a mapping table');
  await sql`
    insert into mapping_table (name, release, from_identifier, to_identifier, number_of_rows, content_sha256, storage_key, size_bytes, created_at)
    values ('Homo_sapiens_SYMBOL_ENTREZID', '2026-11-21', 'SYMBOL', 'ENTREZID', 0, ${table.sha256}, ${table.key}, ${table.size},
            now() - interval '30 days')`.execute(db);
  const ontology = await storeDamaged('an ontology');
  await sql`
    insert into ontology (name, version, number_of_terms, content_sha256, storage_key, size_bytes, created_at)
    values ('uberon', 1, 0, ${ontology.sha256}, ${ontology.key}, ${ontology.size}, now() - interval '30 days')`.execute(
    db,
  );
  await aLaboratory(portal);
  const kme = await storeDamaged('kme of a network');
  await sql`update covariation_network set kme_values_storage_key = ${kme.key}`.execute(db);
  await sql`update analysis set created_at = now() - interval '30 days'`.execute(db);
  const damaged = [picture, table, ontology, kme].map(({ key }) => key);
  expect((await checkFixity(services)).toSorted()).toEqual(damaged.toSorted());
  for (const key of damaged) expect(await isDamaged(db, key)).toBe(true);
});
