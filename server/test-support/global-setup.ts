/** A temporary Postgres for a run of the server's tests, with a migrated database to clone. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { withDatabaseName } from '../base/postgres/database.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../base/postgres/embedded-postgres.ts';
import { prepareTables } from '../prepare-tables.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** connection string of the cluster's maintenance database */
    databaseUrl: string;
    /** name of the migrated database that test files clone */
    template: string;
  }
}

const TEMPLATE = 'omicon_template';

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await prepareTables(withDatabaseName(url, TEMPLATE));
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-test-'));
  // Four files at a time, each with a portal of 24 connections and its listeners.
  const postgres = await startEmbeddedPostgres(folder, {
    isDurable: false,
    connections: 130,
    isPublisher: true,
  });
  await makeTemplate(postgres.url);
  project.provide('databaseUrl', postgres.url);
  project.provide('template', TEMPLATE);
  return async () => {
    await postgres.stop();
    removeEmbeddedPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
