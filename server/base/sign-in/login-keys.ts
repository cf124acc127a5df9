/**
 * Key pairs that encrypt passwords between page and server. Rotated at start and daily; old ones are valid for two
 * days.
 */
import { randomBytes } from 'node:crypto';
import { compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { PortalError } from '../errors.ts';
import { type Database, sql } from '../postgres/database.ts';

const ALGORITHM = 'RSA-OAEP-256';
const ONE_DAY_MS = 24 * 3600 * 1000;

export interface PublicLoginKey {
  key: Record<string, string>;
  key_id: string;
  expires_at: string;
}

export interface LoginKeys {
  rotate(): Promise<void>;
  current(): Promise<PublicLoginKey>;
  /** Decrypts a password from a page's JWE; other text is the plain password of a script. */
  readPassword(text: string): Promise<string>;
}

function textMembers(jwk: JWK, names: readonly (keyof JWK)[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(jwk[name])]));
}

interface KeyRow {
  key_id: string;
  private_key: JWK;
  created_at: Date;
}

/** A compact JWE has five parts, of which the second to fourth are never empty here. */
const JWE = /^[\w-]{20,2000}\.[\w-]{100,2000}\.[\w-]{10,100}\.[\w-]{1,6000}\.[\w-]{10,100}$/;

async function rotate(db: Database): Promise<void> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  const private_key = JSON.stringify(await exportJWK(privateKey));
  await db
    .insertInto('login_key')
    .values({ key_id: randomBytes(9).toString('base64url'), private_key })
    .execute();
  await db.deleteFrom('login_key').where('created_at', '<', sql<Date>`now() - interval '2 days'`).execute();
}

async function newest(db: Database): Promise<(KeyRow & { is_old: boolean }) | undefined> {
  const { rows } = await sql<KeyRow & { is_old: boolean }>`
    select key_id, private_key, created_at, created_at < now() - interval '1 day' as is_old
      from login_key order by created_at desc, key_id limit 1`.execute(db);
  return rows[0];
}

async function current(db: Database): Promise<PublicLoginKey> {
  let row = await newest(db);
  if (!row || row.is_old) {
    await rotate(db);
    row = await newest(db);
  }
  if (!row) throw new Error('No login key after making one.');
  return {
    key: {
      ...textMembers(row.private_key, ['kty', 'n', 'e']),
      alg: ALGORITHM,
      use: 'enc',
      kid: row.key_id,
    },
    key_id: row.key_id,
    expires_at: new Date(row.created_at.getTime() + 2 * ONE_DAY_MS).toISOString(),
  };
}

async function findKey(db: Database, kid: string | undefined) {
  const { rows } = await sql<KeyRow>`
    select key_id, private_key, created_at from login_key where key_id = ${kid ?? ''}`.execute(db);
  if (!rows[0])
    throw new PortalError('invalid_input', 'The page is out of date. Please reload it and try again.');
  return importJWK(rows[0].private_key, ALGORITHM);
}

async function readPassword(db: Database, text: string): Promise<string> {
  if (!JWE.test(text)) return text;
  try {
    const { plaintext } = await compactDecrypt(text, ({ kid }) => findKey(db, kid), {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
  } catch (error) {
    if (error instanceof PortalError) throw error;
    throw new PortalError(
      'invalid_input',
      'The password could not be read. Please reload the page and try again.',
    );
  }
}

/** Key pairs under which pages encrypt passwords. Table login_key, one row per rotation; shared by all processes. */
export function createLoginKeys(db: Database): LoginKeys {
  return {
    rotate: () => rotate(db),
    current: () => current(db),
    readPassword: (text) => readPassword(db, text),
  };
}
