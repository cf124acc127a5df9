/** Output of sandboxed programs, read as a stream. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedProgram, SandboxFailure } from './sandboxed-process.ts';
import { streamSandboxed } from './sandboxed-stream.ts';

const MEBIBYTE = 1024 ** 2;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-stream-'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'input.txt'), 'MBP');
  await writeFile(path.join(folder, 'other.txt'), 'secret');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function programOf(source: string, limits: Partial<SandboxedProgram> = {}): Promise<SandboxedProgram> {
  const file = path.join(folder, `${Math.random().toString(36).slice(2)}.ts`);
  await writeFile(file, source);
  return {
    file,
    reads: [path.join(folder, 'package.json')],
    timeoutMs: 20_000,
    memoryBytes: 256 * MEBIBYTE,
    outputBytes: 4 * MEBIBYTE,
    ...limits,
  };
}

async function failureOf(program: SandboxedProgram): Promise<SandboxFailure> {
  const failure: unknown = await text(streamSandboxed(program, [], { reads: [] })).catch(
    (error: unknown) => error,
  );
  if (failure instanceof SandboxFailure) return failure;
  throw new Error(`The program did not fail: ${String(failure)}`);
}

const WRITES_FOREVER = `
  const { once } = await import('node:events');
  for (;;) if (!process.stdout.write('x'.repeat(65536))) await once(process.stdout, 'drain');`;

test('a program reads its input and no other file', async () => {
  const program = await programOf(`
    const { readFileSync } = process.getBuiltinModule('fs');
    process.stdout.write(readFileSync(process.argv[2], 'utf8'));
    try { readFileSync(process.argv[3]); } catch { process.stdout.write(' alone'); }`);
  const input = path.join(folder, 'input.txt');
  const args = [input, path.join(folder, 'other.txt')];
  expect(await text(streamSandboxed(program, args, { reads: [input] }))).toBe('MBP alone');
});

test('output of several megabytes arrives whole', async () => {
  const program = await programOf(`process.stdout.write('x'.repeat(${3 * MEBIBYTE}))`);
  expect((await text(streamSandboxed(program, [], { reads: [] }))).length).toBe(3 * MEBIBYTE);
});

test('a program that nobody reads on is ended', async () => {
  const program = await programOf(WRITES_FOREVER, { outputBytes: 1e12 });
  for await (const chunk of streamSandboxed(program, [], { reads: [] })) {
    expect(String(chunk).startsWith('x')).toBe(true);
    break;
  }
  const isThere = () => execFileSync('ps', ['-eo', 'args', '-ww']).includes(program.file);
  for (let waited = 0; isThere() && waited < 5000; waited += 50) await sleep(50);
  expect(isThere()).toBe(false);
});

test('a program waits for a slow reader', async () => {
  const program = await programOf(WRITES_FOREVER, { outputBytes: MEBIBYTE });
  const stream = streamSandboxed(program, [], { reads: [] });
  await sleep(1500);
  // Only what fits into the pipe and the buffers was taken, so the limit of output is not reached.
  expect(stream.errored).toBeNull();
  stream.destroy();
});

test('a program that writes, needs or takes too much is ended, and the stream says why', async () => {
  expect((await failureOf(await programOf(WRITES_FOREVER))).reason).toBe('output');
  const all = `const all = []; for (;;) { all.push(Buffer.alloc(${8 * MEBIBYTE}, 1)); await new Promise((go) => setTimeout(go, 5)); }`;
  expect((await failureOf(await programOf(all))).reason).toBe('memory');
  expect((await failureOf(await programOf('for (;;) {}', { timeoutMs: 1000 }))).reason).toBe('time');
});

test('what a program says before it ends badly is in the failure, after the rows that it wrote', async () => {
  const program = await programOf(
    `process.stdout.write('row\\n'); process.stderr.write('It is damaged.'); process.exitCode = 3;`,
  );
  const failure = await failureOf(program);
  expect(failure.reason).toBe('crash');
  expect(failure.detail).toContain('It is damaged.');
});
