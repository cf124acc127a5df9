/** Stored objects behind the portal's back: what a failing disk does to them. */
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestPortal } from '../portal.ts';
import { overwrite } from './buckets.ts';

function pathOf({ services }: TestPortal, storageKey: string): string {
  const folders = [storageKey.slice(0, 2), storageKey.slice(2, 4)];
  return path.join(services.config.dataDir, 'objects', ...folders, storageKey);
}

/** Replaces the bytes of an object. */
export async function damageObject(
  portal: TestPortal,
  storageKey: string,
  bytes: string | Buffer,
): Promise<void> {
  const { s3 } = portal.services.config;
  if (s3) await overwrite(s3, `objects/${storageKey}`, bytes);
  else await writeFile(pathOf(portal, storageKey), bytes);
}

/** Makes an object on disk look as if it had been stored then. */
export async function ageObject(portal: TestPortal, storageKey: string, storedAt: Date): Promise<void> {
  await utimes(pathOf(portal, storageKey), storedAt, storedAt);
}
