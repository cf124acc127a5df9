/** Output of sandboxed programs as a stream, for tables that do not fit into memory. */
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createLimiter } from '../limits/limiter.ts';
import { type SandboxedProgram, SandboxFailure, startSandboxed } from './sandboxed-process.ts';

/** Apart from the limit of short runs, so that previews do not wait for an import of an hour. */
const runLimited = createLimiter({ atOnce: 4, mayWait: 100, refusal: () => new SandboxFailure('busy') });

/**
 * What the program writes, as it is read: a slow reader makes the program wait, and one that stops ends it.
 * The stream fails with SandboxFailure if the program does, or exceeds its limits.
 * @param reads files that it may read besides its own, such as its input
 */
export function streamSandboxed(
  program: SandboxedProgram,
  args: readonly string[],
  { reads }: { reads: readonly string[] },
): Readable {
  const output = new PassThrough();
  const allowed = { ...program, reads: [...program.reads, ...reads] };
  runLimited(async () => {
    if (!output.destroyed) await passOutput(allowed, args, output);
  }).catch((error: Error) => output.destroy(error));
  return output;
}

async function passOutput(
  program: SandboxedProgram,
  args: readonly string[],
  output: PassThrough,
): Promise<void> {
  const { child, end, ended } = startSandboxed(program, args);
  child.stdin?.end();
  output.once('close', () => child.kill('SIGKILL'));
  let outputBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      outputBytes += chunk.length;
      if (outputBytes <= program.outputBytes) return done(null, chunk);
      end('output');
      done();
    },
  });
  const passed =
    child.stdout === null ? Promise.resolve() : pipeline(child.stdout, counted, output, { end: false });
  const [run, copy] = await Promise.allSettled([ended, passed]);
  // A reader that stopped has closed the output, and its program was killed for it.
  if (output.destroyed) return;
  if (run.status === 'rejected') throw run.reason;
  if (copy.status === 'rejected') throw copy.reason;
  output.end();
}
