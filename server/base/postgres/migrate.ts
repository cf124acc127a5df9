/** Migrates a database to the newest schema: numbered `.sql` files, each run once in a transaction. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { REPOSITORY } from '../../config.ts';
import type { Database } from './database.ts';

const FOLDER = path.join(REPOSITORY, 'server/database/migrations');

/** A migration that takes longer is announced before it ends. */
const LONG_MS = 2000;

/** Runs a migration and tells how long it took. */
async function runTold(
  name: string,
  run: () => Promise<unknown>,
  tell: (line: string) => void,
): Promise<void> {
  const started = performance.now();
  const announcing = setTimeout(() => tell(`Migration ${name} is running ...`), LONG_MS);
  try {
    await run();
  } finally {
    clearTimeout(announcing);
  }
  tell(`Migration ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** The migrations as files. @param tell gets a line about each that runs */
function sqlFiles(tell: (line: string) => void = () => undefined): MigrationProvider {
  return {
    async getMigrations() {
      const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
      const migrations: Record<string, Migration> = {};
      for (const file of names) {
        const text = await readFile(path.join(FOLDER, file), 'utf8');
        const name = file.replace(/\.sql$/, '');
        migrations[name] = { up: (db) => runTold(name, () => sql.raw(text).execute(db), tell) };
      }
      return migrations;
    },
  };
}

/** Names of the migrations applied to the database, including those of a newer version. */
async function listExecuted(db: Database): Promise<Set<string>> {
  // Not by the migrator, which inspects all tables and fails if another process changes one at the same time.
  const { rows: found } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (found[0]?.is_there !== true) return new Set();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Names of all migrations and of the applied ones, oldest first. */
export async function listMigrations(db: Database): Promise<{ known: string[]; executed: string[] }> {
  const known = Object.keys(await sqlFiles().getMigrations());
  const executed = await listExecuted(db);
  return { known, executed: known.filter((name) => executed.has(name)) };
}

/** Whether the database has every migration of this version. */
export async function isMigrated(db: Database): Promise<boolean> {
  const { known, executed } = await listMigrations(db);
  return executed.length === known.length;
}

/** Whether the database has been migrated by a newer version. */
async function isAhead(db: Database): Promise<boolean> {
  const executed = await listExecuted(db);
  const known = Object.keys(await sqlFiles().getMigrations());
  return executed.size > known.length && known.every((name) => executed.has(name));
}

/**
 * A database migrated by a newer version is left unchanged: every schema also serves the previous version.
 * @param options.last the last migration to run; by default the newest
 * @param options.tell gets a line about each migration, unless the database is new
 * @returns names of the migrations run; empty if the schema is current
 */
export async function migrate(
  db: Database,
  { last, tell }: { last?: string; tell?: (line: string) => void } = {},
): Promise<string[]> {
  if (last === undefined && (await isAhead(db))) return [];
  const isNew = (await listExecuted(db)).size === 0;
  const migrator = new Migrator({ db, provider: sqlFiles(isNew ? undefined : tell) });
  const { error, results } =
    last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last);
  if (error) throw error;
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}
