/** Brings a database to the newest schema: numbered `.sql` files, each once, each whole or not at all. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { REPOSITORY } from '../config.ts';
import type { Database } from './database.ts';

const FOLDER = path.join(REPOSITORY, 'server/database/migrations');

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
    const migrations: Record<string, Migration> = {};
    for (const name of names) {
      const text = await readFile(path.join(FOLDER, name), 'utf8');
      migrations[name.replace(/\.sql$/, '')] = {
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      };
    }
    return migrations;
  },
};

/** Names of all migrations and of those that this database has, oldest first. */
export async function listMigrations(db: Database): Promise<{ known: string[]; executed: string[] }> {
  const migrations = await new Migrator({ db, provider: sqlFiles }).getMigrations();
  const executed = migrations.filter(({ executedAt }) => executedAt !== undefined);
  return { known: migrations.map(({ name }) => name), executed: executed.map(({ name }) => name) };
}

/**
 * @param last where to stop; the newest unless said otherwise
 * @returns names of the migrations run now; none when the schema is current
 */
export async function migrate(db: Database, last?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: sqlFiles });
  const { error, results } =
    last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last);
  if (error) throw error;
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}
