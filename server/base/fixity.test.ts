import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damageObject } from '../test-support/objects.ts';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { openDatabase, sql } from './database.ts';
import { checkFixity, isDamaged, recordFixity } from './fixity.ts';
import { provingHash } from './sending.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
});

afterAll(() => portal.close());

/** A file record stored `days` ago whose object holds the text. */
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

test('an object is compared when 29 days have passed, and a flipped bit is found', async () => {
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

test('what was compared lately is not compared again', async () => {
  expect(await checkFixity(portal.services)).toEqual([]);
});

test('a later comparison that agrees lifts the mark', async () => {
  const { services } = portal;
  const key = await storeOldFile('repaired', 1);
  await recordFixity(services.db, key, false);
  await recordFixity(services.db, key, true);
  expect(await isDamaged(services.db, key)).toBe(false);
});

test('bytes that are not those recorded break off also while the damage cannot be written down', async () => {
  const { log } = portal.services;
  const away = openDatabase('postgres://omicon@localhost/postgres?host=/nowhere', { connections: 1 });
  const object = { storage_key: 'f'.repeat(64), sha256: Buffer.alloc(32) };
  const sent = Readable.from([Buffer.from('other bytes')]).pipe(provingHash(object, { db: away.db, log }));
  await expect(buffer(sent)).rejects.toThrow('The stored file is damaged.');
  await away.close();
});

test('a damaged object that was brought back is found right by the next hourly comparison', async () => {
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
