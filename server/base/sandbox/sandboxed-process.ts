/**
 * Runs programs that read what strangers wrote. Each run is a process of its own with bytes in, bytes out and nothing
 * else: no network, no files but its own source, bounded time, memory and output. A worker thread would not do, since
 * its limits leave out buffers and native memory, and its crash is the crash of the portal.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createLimiter } from '../limits/limiter.ts';

export interface SandboxedProgram {
  file: string;
  /** files and folders that the program is loaded from; it can read no others */
  reads: readonly string[];
  timeoutMs: number;
  /** of the whole process, its buffers included */
  memoryBytes: number;
  outputBytes: number;
}

export type SandboxReason = 'time' | 'memory' | 'output' | 'crash' | 'busy';

/** A run that gave no result. `detail` is for the log. */
export class SandboxFailure extends Error {
  readonly reason: SandboxReason;
  readonly detail: string;

  constructor(reason: SandboxReason, detail = '') {
    super(`A sandboxed program ended without result: ${reason}.`);
    this.name = 'SandboxFailure';
    this.reason = reason;
    this.detail = detail;
  }
}

const SANDBOX = path.join(import.meta.dirname, 'sandbox.ts');
const MEMORY_CHECK_MS = 25;
/** Share of the memory that objects of the program may have; the rest is for buffers and for Node itself. */
const HEAP_SHARE = 0.6;
/** Node computes in several threads at times. */
const CPU_PER_SECOND = 2;
const MOST_DETAIL_BYTES = 2000;

const runLimited = createLimiter({ atOnce: 2, mayWait: 50, refusal: () => new SandboxFailure('busy') });

function start(program: SandboxedProgram, args: readonly string[]): ChildProcess {
  const heapMebibytes = Math.floor((program.memoryBytes * HEAP_SHARE) / 1024 ** 2);
  const flags = [
    '--permission',
    ...[SANDBOX, program.file, ...program.reads].map((place) => `--allow-fs-read=${place}`),
    `--max-old-space-size=${heapMebibytes}`,
    '--max-semi-space-size=16',
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
  ];
  // Kept by the kernel, also when the portal is killed meanwhile: no dumps, no files, no end of computing.
  const cpuSeconds = Math.ceil(program.timeoutMs / 1000) * CPU_PER_SECOND;
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
  const command = [process.execPath, ...flags, `--import=${SANDBOX}`, program.file, ...args];
  return spawn('/bin/sh', ['-c', limits, ...command], {
    // Nothing of the portal's settings, which hold keys of the database and the store.
    env: {},
    cwd: path.dirname(program.file),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

const run = promisify(execFile);

/** Resident memory of a process; 0 when it is no more. */
async function readMemory(pid: number): Promise<number> {
  try {
    const kibibytes =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Ends the process when it has more memory than allowed; the function returned stops watching. */
function watchMemory(child: ChildProcess, memoryBytes: number, onExcess: () => void): () => void {
  let isOver = false;
  const { pid } = child;
  async function watch(): Promise<void> {
    while (!isOver && pid !== undefined) {
      if ((await readMemory(pid)) > memoryBytes && !isOver) return onExcess();
      await new Promise((resolve) => setTimeout(resolve, MEMORY_CHECK_MS));
    }
  }
  void watch();
  return () => {
    isOver = true;
  };
}

function runOnce(program: SandboxedProgram, args: readonly string[], input: Buffer): Promise<Buffer> {
  const child = start(program, args);
  const output: Buffer[] = [];
  let outputBytes = 0;
  let detail = '';
  let reason: SandboxReason | null = null;
  const end = (why: SandboxReason) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('time'), program.timeoutMs);
  const stopWatching = watchMemory(child, program.memoryBytes, () => end('memory'));
  child.stdout?.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes > program.outputBytes) end('output');
    else output.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    detail = (detail + chunk.toString()).slice(0, MOST_DETAIL_BYTES);
  });
  // A program that ends before it has read everything breaks the pipe; its exit tells what happened.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer);
      stopWatching();
      act();
    };
    child.once('error', (error) => finish(() => reject(new SandboxFailure('crash', error.message))));
    child.once('close', (code, signal) =>
      finish(() => {
        if (reason === null && code === 0) return resolve(Buffer.concat(output));
        // V8 ends a process whose heap is full by an abort.
        const isFull = signal === 'SIGABRT' && detail.includes('heap');
        reject(new SandboxFailure(reason ?? (isFull ? 'memory' : 'crash'), detail));
      }),
    );
  });
}

/**
 * What the program writes for these bytes.
 * @throws SandboxFailure when it crashes, takes too long or too much, or too many runs wait already
 */
export function runSandboxed(
  program: SandboxedProgram,
  args: readonly string[],
  input: Buffer,
): Promise<Buffer> {
  return runLimited(() => runOnce(program, args, input));
}
