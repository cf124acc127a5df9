/** Debian packages that tests need, installed if missing and run as root. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A program of Debian that tests need. */
export interface Tool {
  /** what it is and what it is for */
  what: string;
  packages: readonly string[];
  isThere(): boolean;
}

/** @returns the path of a program on PATH; null if there is none */
export function findOnPath(program: string): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file)) ?? null;
}

const INSTALL = ['install', '-y', '-qq', '--no-install-recommends'];
const ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** Installs a tool if it is missing and this process runs as root. @returns whether it exists */
export function installTool(tool: Tool): boolean {
  if (tool.isThere()) return true;
  if (process.getuid?.() !== 0) return false;
  console.log(`Installing ${tool.what} ...`);
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', [...INSTALL, ...tool.packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: ENVIRONMENT,
  });
  return tool.isThere();
}

/** Resolves at the end of apt-get, or at once where there is none; the caller looks at what is there. */
function runApt(args: string[]): Promise<unknown> {
  const child = spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: ENVIRONMENT });
  return new Promise((resolve) => child.once('close', resolve).once('error', resolve));
}

/** Installs the missing ones of several tools together, while the caller goes on. */
export async function installTools(tools: readonly Tool[]): Promise<void> {
  const missing = tools.filter((tool) => !tool.isThere());
  if (missing.length === 0 || process.getuid?.() !== 0) return;
  console.log(`Installing ${missing.map(({ what }) => what).join(', ')} ...`);
  await runApt(['update', '-qq']);
  await runApt([...INSTALL, ...missing.flatMap(({ packages }) => packages)]);
  // One package that this Debian lacks makes apt refuse all of them.
  for (const tool of missing) installTool(tool);
}
