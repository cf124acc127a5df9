import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '@omicon/server/config.ts';

/**
 * Runs a command of the product as an operator would. @returns what it printed and the seconds it took
 * @throws Error with what it printed, if it fails
 */
export async function runCommand(name: string, args: string[], env: Record<string, string>) {
  const started = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(REPOSITORY, `server/commands/${name}.ts`), ...args],
    { env: { ...process.env, LOG_LEVEL: 'warn', ...env }, maxBuffer: 64 * 1024 ** 2 },
  );
  return { stdout, seconds: (performance.now() - started) / 1000 };
}
