/** `npm run schema`: writes `database/schema.sql` and `database/tables.ts` from the migrations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '../base/postgres/database.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../base/postgres/embedded-postgres.ts';
import { migrate } from '../base/postgres/migrate.ts';
import { REPOSITORY } from '../config.ts';
import { describeSchema, describeTables } from '../database/operations/describe-schema.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-schema-'));
const postgres = await startEmbeddedPostgres(folder, { isDurable: false });
const { db, close } = openDatabase(postgres.url, { connections: 2 });
try {
  await migrate(db);
  const target = path.join(REPOSITORY, 'server/database');
  writeFileSync(path.join(target, 'schema.sql'), await describeSchema(db.withTables()));
  writeFileSync(path.join(target, 'tables.ts'), await describeTables(db.withTables()));
} finally {
  await close();
  await postgres.stop();
  removeEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
}
