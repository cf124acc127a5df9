/** Backup and restore: records and bytes are identical; incomplete backups are refused before anything changes. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listDataSets } from '@omicon/contract/areas/collections.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ALL_IN_ORDER, countRows, hashRecords } from '../../test-support/tables.ts';
import { writeBackup } from './backup.ts';
import { RestoreRefused, restoreBackup } from './restore.ts';
import { listReferencedKeys } from './storage-keys.ts';
import { verifyConsistency } from './verify.ts';

let portal: TestPortal;
let member: Caller;
let target: string;
let written: Awaited<ReturnType<typeof writeBackup>>;

beforeAll(async () => {
  portal = await openTestPortal();
  await takeIn(portal, { ...smallLaboratory(), ...smallResources() });
  member = await portal.signInAs('LAB', { first_name: 'Ana\tMaría', last_name: 'Ó\\N "x"\nSmith' });
  target = path.join(portal.folder, 'backups');
  written = await writeBackup(portal.services, target);
});
afterAll(() => portal.close());

async function withEmptyPortal(act: (empty: TestPortal) => Promise<void>): Promise<void> {
  const empty = await openTestPortal();
  try {
    await act(empty);
  } finally {
    await empty.close();
  }
}

async function listStored({ services }: TestPortal): Promise<string[]> {
  const keys: string[] = [];
  for await (const { storageKey } of services.store.list()) keys.push(storageKey);
  return keys.sort();
}

/** Indexes, constraints and triggers of all tables, and whether they are valid. */
async function listShapes({ services }: TestPortal): Promise<string[]> {
  const { rows } = await sql<{ shape: string }>`
    select indexdef as shape from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select pg_get_triggerdef(t.oid) || ' ' || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(services.db);
  return rows.map(({ shape }) => shape);
}

/** A copy of the backup that may be damaged. */
async function copyBackup(name: string): Promise<string> {
  const copy = path.join(portal.folder, name);
  await cp(target, copy, { recursive: true });
  return copy;
}

describe('an empty installation with a restored backup', () => {
  test('has the same rows in every table and the same objects, and is consistent', () =>
    withEmptyPortal(async (empty) => {
      const report = await restoreBackup(empty.services, target);
      expect(report).toMatchObject({ folder: written.folder, rows: written.rows, objects: written.objects });
      expect(await hashRecords(empty.services.db)).toEqual(await hashRecords(portal.services.db));
      expect(await countRows(empty.services.db)).toEqual(await countRows(portal.services.db));
      const referenced = [...(await listReferencedKeys(portal.services.db))].sort();
      expect(await listStored(empty)).toEqual(referenced);
      expect(await verifyConsistency(empty.services)).toEqual(ALL_IN_ORDER);
    }));

  test('has the same tables, indexes and references', () =>
    withEmptyPortal(async (empty) => {
      const before = await listShapes(empty);
      expect(before.length).toBeGreaterThan(150);
      await restoreBackup(empty.services, target);
      expect(await listShapes(empty)).toEqual(before);
    }));

  test('accepts existing sessions, and assigns new numbers', () =>
    withEmptyPortal(async (empty) => {
      await restoreBackup(empty.services, target);
      const { reply } = await empty.call(listDataSets, { as: member });
      expect(reply.results).toEqual((await portal.call(listDataSets, { as: member })).reply.results);
      expect((await empty.signInAs('RU')).person_id).toBeGreaterThan(member.person_id);
      const { rows } = await sql<{ number: number; most: number }>`
        insert into omicon_record (type) values ('GS')
        returning number, (select max(r.number) from omicon_record r) as most`.execute(empty.services.db);
      expect(rows[0]?.number).toBeGreaterThan(rows[0]?.most ?? 0);
    }));

  test('runs waiting jobs, including those that were running', async () => {
    await sql`select graphile_worker.add_job('sweep', job_key := 'kept for the test')`.execute(
      portal.services.db,
    );
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker that is gone'`.execute(
      portal.services.db,
    );
    const { folder } = await writeBackup(portal.services, path.join(portal.folder, 'with jobs'));
    await withEmptyPortal(async (empty) => {
      await restoreBackup(empty.services, folder);
      const waiting = async () => {
        const { rows } = await sql<{ last_error: string | null; locked_by: string | null }>`
          select locked_by, last_error from graphile_worker.jobs where key = 'kept for the test'`.execute(
          empty.services.db,
        );
        return rows;
      };
      expect(await waiting()).toEqual([{ locked_by: null, last_error: null }]);
      await empty.runJobs();
      // A finished job is removed from the list with a delay.
      await expect.poll(waiting).toEqual([]);
    });
  });
});

describe('a backup', () => {
  test('copies no object twice, and the newest one is restored', async () => {
    const copy = await copyBackup('twice');
    const first = await readdir(path.join(copy, 'objects'), { recursive: true });
    await portal.signInAs('REVIEWER', { username: 'came_later' });
    const second = await writeBackup(portal.services, copy);
    expect(await readdir(path.join(copy, 'objects'), { recursive: true })).toEqual(first);
    await withEmptyPortal(async (empty) => {
      expect((await restoreBackup(empty.services, copy)).folder).toBe(second.folder);
      const people = await empty.services.db.selectFrom('person').select('username').execute();
      expect(people.map(({ username }) => username)).toContain('came_later');
    });
  });

  test('is a snapshot: concurrent writes are in it completely or not at all', async () => {
    let isWriting = true;
    const writing = (async () => {
      for (let number = 0; isWriting; number += 1) {
        await portal.services.db.transaction().execute(async (tx) => {
          const { id } = await tx
            .insertInto('person')
            .values({ role: 'RU', username: `pair ${number}` })
            .returning('id')
            .executeTakeFirstOrThrow();
          await tx
            .insertInto('star')
            .values({ person_id: id, entity_type: 'dc', entity_number: 1 })
            .execute();
        });
      }
    })();
    const { folder } = await writeBackup(portal.services, path.join(portal.folder, 'moving')).finally(() => {
      isWriting = false;
    });
    await writing;
    await withEmptyPortal(async (empty) => {
      await restoreBackup(empty.services, folder);
      const { rows } = await sql<{ pairs: number; stars: number }>`
        select count(*)::int as pairs, (select count(*)::int from star s join person o on o.id = s.person_id where o.username like 'pair %') as stars
          from person where username like 'pair %'`.execute(empty.services.db);
      expect(rows[0]?.stars).toBe(rows[0]?.pairs);
    });
  });

  test('that cannot read an object is deleted, and names the object', async () => {
    const [key = ''] = await listReferencedKeys(portal.services.db);
    const broken = {
      ...portal.services.store,
      read: (asked: string) =>
        asked === key ? Promise.reject(new Error(`no ${asked}`)) : portal.services.store.read(asked),
    };
    const folder = path.join(portal.folder, 'broken');
    await expect(writeBackup({ ...portal.services, store: broken }, folder)).rejects.toThrow(key);
    expect(await readdir(folder)).toEqual(['objects']);
  });
});

describe('refused, with nothing changed, is', () => {
  async function expectRefused(folder: string, sentence: RegExp): Promise<void> {
    await withEmptyPortal(async (empty) => {
      const before = await hashRecords(empty.services.db);
      const refusal = await restoreBackup(empty.services, folder).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RestoreRefused);
      expect(String(refusal)).toMatch(sentence);
      expect(await hashRecords(empty.services.db)).toEqual(before);
      expect(await listStored(empty)).toEqual([]);
    });
  }

  test('a folder without a complete backup', async () => {
    await expectRefused(path.join(portal.folder, 'nothing'), /There is no folder/);
    await expectRefused(portal.folder, /holds no whole backup/);
  });

  test('a table whose text was changed or truncated', async () => {
    const copy = await copyBackup('cut');
    const file = path.join(copy, path.basename(written.folder), 'public.person.txt.gz');
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 20));
    await expectRefused(copy, /public\.person\.txt\.gz/);
    const other = await readFile(path.join(copy, path.basename(written.folder), 'public.star.txt.gz'));
    await writeFile(file, other);
    await expectRefused(copy, /public\.person\.txt\.gz is not what was saved/);
  });

  test('a backup that lacks an object', async () => {
    const copy = await copyBackup('without an object');
    const [key = ''] = await listReferencedKeys(portal.services.db);
    await rm(path.join(copy, 'objects', key.slice(0, 2), key.slice(2, 4), key));
    await expectRefused(copy, new RegExp(`Object ${key} is missing`));
  });

  test('a backup of a newer Omicon', async () => {
    const copy = await copyBackup('newer');
    const file = path.join(copy, path.basename(written.folder), 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { migrations: string[] };
    manifest.migrations.push('9999_later');
    await writeFile(file, JSON.stringify(manifest));
    await expectRefused(copy, /made by a newer Omicon: it has the migration 9999_later/);
  });

  test('an installation with accounts', async () => {
    const before = await hashRecords(portal.services.db);
    await expect(restoreBackup(portal.services, target)).rejects.toThrow(
      /can only be restored into an empty one/,
    );
    expect(await hashRecords(portal.services.db)).toEqual(before);
  });
});
