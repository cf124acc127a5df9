/** Accounts of the demo laboratory: one for each role, with a configured or random password. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_ACCOUNTS } from '@omicon/demo/accounts.ts';
import { sql } from '../base/postgres/database.ts';
import type { Services } from '../base/services.ts';
import { hashPassword } from '../base/sign-in/passwords.ts';

async function choosePassword(file: string, configured: string | null): Promise<string> {
  if (configured !== null) return configured;
  if (existsSync(file)) {
    const kept = /^password: (.+)$/m.exec(await readFile(file, 'utf8'))?.[1];
    if (kept) return kept;
  }
  return randomBytes(9).toString('base64url');
}

/**
 * Creates the accounts once.
 * @returns their password, which is printed and stored in `demo-accounts.txt`, readable by its owner only
 */
export async function makeDemoAccounts({ config, db }: Services): Promise<string> {
  const file = path.join(config.dataDir, 'demo-accounts.txt');
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from person where username = any(${DEMO_ACCOUNTS.map((account) => account.username)})`.execute(
    db,
  );
  const password = await choosePassword(file, config.demoPassword);
  if (rows[0]?.n === DEMO_ACCOUNTS.length && config.demoPassword === null && existsSync(file))
    return password;
  // All accounts share one password, so they may share one hash.
  const password_hash = await hashPassword(password);
  for (const account of DEMO_ACCOUNTS) {
    await sql`
      insert into person (username, first_name, last_name, email, role, password_hash, verified_at, tos_accepted_at, tos_accepted_version)
      values (${account.username}, ${account.first_name}, ${account.last_name}, ${`${account.username}@demo.invalid`}, ${account.role}, ${password_hash}, now(), now(), (select max(version) from terms_version))
      on conflict (lower(username)) do update set password_hash = excluded.password_hash`.execute(db);
  }
  const names = DEMO_ACCOUNTS.map((account) => `${account.username} (${account.role})`);
  await writeFile(file, `Demo accounts: ${names.join(', ')}\npassword: ${password}\n`, { mode: 0o600 });
  console.log(`Demo accounts: ${names.join(', ')}; password: ${password} (kept in ${file})`);
  return password;
}
