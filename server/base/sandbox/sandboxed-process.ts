/**
 * Runs programs that parse untrusted files. Each run is a separate process with bytes in and bytes out: no network, no
 * files except its own source, and limited time, memory and output. A worker thread is not enough, as its limits
 * exclude buffers and native memory, and its crash would crash the portal.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createLimiter } from '../limits/limiter.ts';

export interface SandboxedProgram {
  file: string;
  /** files and folders of the program itself; it can read no others */
  reads: readonly string[];
  timeoutMs: number;
  /** of the whole process, its buffers included */
  memoryBytes: number;
  outputBytes: number;
}

export type SandboxReason = 'time' | 'memory' | 'output' | 'crash' | 'busy';

/** A run without a result. `detail` is for the log. */
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
/** Share of memory for the V8 heap; the rest is for buffers and Node itself. */
const HEAP_SHARE = 0.6;
/** Cores a process may use, as Node has several threads. */
const CPU_PER_SECOND = 2;
const MAX_DETAIL_BYTES = 2000;

const runLimited = createLimiter({ atOnce: 2, mayWait: 50, refusal: () => new SandboxFailure('busy') });

function start(program: SandboxedProgram, args: readonly string[]): ChildProcess {
  const heapMebibytes = Math.floor((program.memoryBytes * HEAP_SHARE) / 1024 ** 2);
  const flags = [
    '--permission',
    ...[SANDBOX, program.file, ...program.reads].map((readable) => `--allow-fs-read=${readable}`),
    `--max-old-space-size=${heapMebibytes}`,
    '--max-semi-space-size=16',
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
  ];
  // Enforced by the kernel even if the portal is killed: no core dumps, no files, limited CPU time.
  const cpuSeconds = Math.ceil(program.timeoutMs / 1000) * CPU_PER_SECOND;
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
  const command = [process.execPath, ...flags, `--import=${SANDBOX}`, program.file, ...args];
  return spawn('/bin/sh', ['-c', limits, ...command], {
    // Without the portal's environment, which contains credentials of the database and the store.
    env: {},
    cwd: path.dirname(program.file),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

const run = promisify(execFile);

/** Resident memory of a process in bytes; 0 if it has ended. */
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

/** Kills the process if it exceeds its memory limit. @returns a function that stops watching */
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

export interface RunningProgram {
  child: ChildProcess;
  /** Kills the program, which then ends with this reason. */
  end(why: SandboxReason): void;
  /** Resolves when the program has succeeded. @throws SandboxFailure */
  ended: Promise<void>;
}

/** Starts a program under its limits of time and memory; its output is for the caller to read and to bound. */
export function startSandboxed(program: SandboxedProgram, args: readonly string[]): RunningProgram {
  const child = start(program, args);
  let detail = '';
  let reason: SandboxReason | null = null;
  const end = (why: SandboxReason) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('time'), program.timeoutMs);
  const stopWatching = watchMemory(child, program.memoryBytes, () => end('memory'));
  child.stderr?.on('data', (chunk: Buffer) => {
    detail = (detail + chunk.toString()).slice(0, MAX_DETAIL_BYTES);
  });
  // A program that ends before reading everything breaks the pipe; its exit status tells what happened.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<void>((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer);
      stopWatching();
      act();
    };
    child.once('error', (error) => finish(() => reject(new SandboxFailure('crash', error.message))));
    child.once('close', (code, signal) =>
      finish(() => {
        if (reason === null && code === 0) return resolve();
        // V8 aborts a process whose heap is full.
        const isFull = signal === 'SIGABRT' && detail.includes('heap');
        reject(new SandboxFailure(reason ?? (isFull ? 'memory' : 'crash'), detail));
      }),
    );
  });
  return { child, end, ended };
}

async function runOnce(program: SandboxedProgram, args: readonly string[], input: Buffer): Promise<Buffer> {
  const { child, end, ended } = startSandboxed(program, args);
  const output: Buffer[] = [];
  let outputBytes = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes > program.outputBytes) end('output');
    else output.push(chunk);
  });
  child.stdin?.end(input);
  await ended;
  return Buffer.concat(output);
}

/**
 * The output of the program for these bytes.
 * @throws SandboxFailure if it crashes, exceeds its limits, or the queue is full
 */
export function runSandboxed(
  program: SandboxedProgram,
  args: readonly string[],
  input: Buffer,
): Promise<Buffer> {
  return runLimited(() => runOnce(program, args, input));
}
