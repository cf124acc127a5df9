/**
 * One product at a time on a data folder. The lock is a transaction on a file that holds no data: the system lets go of
 * it with the process, however that ends, so that nothing stale is ever left, and no process id must be believed.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../config.ts';

/** How long a product that is being stopped is waited for, ms. */
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
 * Takes the data folder for this process; call what it resolves with to let go.
 * @throws ConfigError with a sentence when another product, or a command of it, holds the folder
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
