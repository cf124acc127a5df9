import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';

export interface StartArguments {
  /** no demo laboratory */
  isEmpty: boolean;
  /** folders and archives to import, as absolute paths */
  imports: string[];
}

/** Resolves paths against the user's shell: npm changes the working directory and stores the original in INIT_CWD. */
export function resolveFromShell(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

/** @throws ConfigError for unknown flags */
export function parseArguments(args: string[]): StartArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { empty: { type: 'boolean', default: false }, import: { type: 'boolean', default: false } },
    });
    if (positionals.length > 0 && !values.import)
      throw new Error(`"${positionals[0]}" is no flag; did you mean --import ${positionals[0]}?`);
    if (values.import && positionals.length === 0)
      throw new Error('--import needs a folder or a zip archive.');
    return { isEmpty: values.empty, imports: positionals.map(resolveFromShell) };
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}
