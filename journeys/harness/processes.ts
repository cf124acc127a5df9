/** Processes that are measured: memory and processor time, from `/proc`, and servers that print their port. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux counts processor time in ticks of this many milliseconds. */
const MS_OF_TICK = 10;

/** Resident memory in MiB: now, and at most. */
export function memoryOf(pid: number): { nowMiB: number; peakMiB: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { nowMiB: read('VmRSS'), peakMiB: read('VmHWM') };
}

/** Processor time so far in ms: of the process alone, and with its children that have ended. */
export function processorTimeOf(pid: number): { parent: number; ownMs: number; totalMs: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  const sum = (...at: number[]) => MS_OF_TICK * at.reduce((ticks, each) => ticks + (fields[each] ?? 0), 0);
  return { parent: fields[1] ?? 0, ownMs: sum(11, 12), totalMs: sum(11, 12, 13, 14) };
}

/** Starts a Node program that prints its port. */
export async function startServer(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ address: string; stop(): void }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { address: `http://localhost:${port}`, stop: () => child.kill('SIGTERM') };
}
