/** Changes stored objects bypassing the portal, as a failing disk would. */
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

/** Sets the time at which an object on disk was stored. */
export async function ageObject(portal: TestPortal, storageKey: string, storedAt: Date): Promise<void> {
  await utimes(pathOf(portal, storageKey), storedAt, storedAt);
}
