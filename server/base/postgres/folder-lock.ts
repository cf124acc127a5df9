/**
 * Lock of a data folder for one product at a time: a SQLite transaction on a file without data. The system releases it
 * with the process, however that ends, so there are no stale locks and no process ids to trust.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../config.ts';

/** How long to wait for a stopping product, in ms. */
const PATIENCE = 3000;
const SQLITE_BUSY = 5;

function tryLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

/**
 * Locks the data folder for this process. @returns a function that unlocks it
 * @throws ConfigError if another product, or one of its commands, holds the folder
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'in-use.lock');
  for (let waited = 0; ; waited += 50) {
    const lock = tryLock(file);
    if (lock) {
      let isHeld = true;
      return () => {
        if (isHeld) lock.close();
        isHeld = false;
      };
    }
    if (waited >= PATIENCE) {
      throw new ConfigError(
        `Another Omicon works in the data folder ${path.resolve(folder)}. Stop it, or set OMICON_DATA_DIR to a folder of its own.`,
      );
    }
    await sleep(50);
  }
}
