/** Restrictions of sandboxed programs, tested by programs that try to break them (SEC-45). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSandboxed, type SandboxedProgram, SandboxFailure } from './sandboxed-process.ts';

const MEBIBYTE = 1024 ** 2;

let folder: string;
let listener: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-sandbox-'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true, force: true });
});

async function programOf(source: string, limits: Partial<SandboxedProgram> = {}): Promise<SandboxedProgram> {
  const file = path.join(folder, `${Math.random().toString(36).slice(2)}.ts`);
  await writeFile(file, source);
  return {
    file,
    reads: [path.join(folder, 'package.json')],
    timeoutMs: 20_000,
    memoryBytes: 256 * MEBIBYTE,
    outputBytes: MEBIBYTE,
    ...limits,
  };
}

async function reasonOf(program: SandboxedProgram): Promise<string> {
  const failure: unknown = await runSandboxed(program, [], Buffer.alloc(0)).then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof SandboxFailure ? failure.reason : `none: ${String(failure)}`;
}

/** Runs one statement and reports its result. */
async function attempt(statement: string): Promise<string> {
  const program = await programOf(`
    try { ${statement}; process.stdout.write('done'); }
    catch (error) { process.stdout.write('refused: ' + error.message); }`);
  return (await runSandboxed(program, [], Buffer.alloc(0))).toString();
}

test('a sandboxed program gets bytes and arguments and returns bytes', async () => {
  const program = await programOf(`
    const chunks = []; for await (const chunk of process.stdin) chunks.push(chunk);
    process.stdout.write(process.argv[2] + Buffer.concat(chunks).toString().toUpperCase());`);
  expect((await runSandboxed(program, ['> '], Buffer.from('idh1'))).toString()).toBe('> IDH1');
});

/** By the permission model, the sandbox, a missing function, or the engine. */
const REFUSED =
  /^refused: (Access to this API has been restricted|This process has no network|fetch is not a function|Code generation from strings disallowed|process\.binding$)/;

describe('a sandboxed program cannot access', () => {
  test.each([
    [
      'a file',
      () => `process.getBuiltinModule('fs').readFileSync(${JSON.stringify(`${folder}/secret.txt`)})`,
    ],
    ['a folder', () => `process.getBuiltinModule('fs').readdirSync(${JSON.stringify(folder)})`],
    ['writing', () => `process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(`${folder}/new`)}, '')`],
    ['a process', () => `process.getBuiltinModule('child_process').execFileSync('true')`],
    ['a worker', () => `new (process.getBuiltinModule('worker_threads').Worker)('1', { eval: true })`],
    ['a connection', () => `process.getBuiltinModule('net').connect(${port}, '127.0.0.1')`],
    ['a connection by http', () => `process.getBuiltinModule('http').get('http://127.0.0.1:${port}/')`],
    ['a connection by tls', () => `process.getBuiltinModule('tls').connect(${port}, '127.0.0.1')`],
    ['a call', () => `await fetch('http://127.0.0.1:${port}/')`],
    [
      'a datagram',
      () => `process.getBuiltinModule('dgram').createSocket('udp4').send('x', ${port}, '127.0.0.1')`,
    ],
    ['a name', () => `await process.getBuiltinModule('dns').promises.lookup('localhost')`],
    ['listening', () => `process.getBuiltinModule('net').createServer().listen(0)`],
    ['code out of text', () => `new Function('return 1')()`],
    ['a signal', () => `process.kill(process.ppid, 'SIGTERM')`],
    ['the bindings below', () => `process.binding('tcp_wrap')`],
  ])('%s', async (_, statement) => {
    expect(await attempt(statement())).toMatch(REFUSED);
    expect(connections).toBe(0);
  });

  test('the settings of the portal', async () => {
    process.env.OMICON_SECRET_OF_TEST = 'secret';
    const program = await programOf(`process.stdout.write(JSON.stringify(Object.keys(process.env)))`);
    expect((await runSandboxed(program, [], Buffer.alloc(0))).toString()).not.toContain(
      'OMICON_SECRET_OF_TEST',
    );
  });
});

describe('a sandboxed program is killed', () => {
  test('after its timeout', async () => {
    expect(await reasonOf(await programOf('for (;;) {}', { timeoutMs: 1500 }))).toBe('time');
  });

  test('if its objects need too much memory', async () => {
    const program = await programOf(`const all = []; for (;;) all.push({ at: [all.length] });`);
    expect(await reasonOf(program)).toBe('memory');
  });

  test('if its buffers need too much memory', async () => {
    const program = await programOf(`
      const all = [];
      for (;;) { all.push(Buffer.alloc(${8 * MEBIBYTE}, 1)); await new Promise((go) => setTimeout(go, 5)); }`);
    expect(await reasonOf(program)).toBe('memory');
  });

  test('if it writes too much', async () => {
    const program = await programOf(`process.stdout.write('x'.repeat(${2 * MEBIBYTE}))`);
    expect(await reasonOf(program)).toBe('output');
  });

  test('by the kernel, if the portal is killed', async () => {
    const program = await programOf('for (;;) {}', { timeoutMs: 1000 });
    const portal = path.join(folder, 'portal.ts');
    const module = path.join(import.meta.dirname, 'sandboxed-process.ts');
    await writeFile(
      portal,
      `import { runSandboxed } from ${JSON.stringify(module)};
       await runSandboxed(${JSON.stringify(program)}, [], Buffer.alloc(0));`,
    );
    const child = spawn(process.execPath, [portal], { stdio: 'ignore' });
    const isThere = () => execFileSync('ps', ['-eo', 'args', '-ww']).includes(program.file);
    while (!isThere()) await sleep(50);
    child.kill('SIGKILL');
    await once(child, 'exit');
    while (isThere()) await sleep(100);
  });

  test('by its own crash, and the next one runs', async () => {
    expect(await reasonOf(await programOf(`throw new Error('broken')`))).toBe('crash');
    expect(await reasonOf(await programOf(`process.abort()`))).toBe('crash');
    expect(await attempt('1')).toBe('done');
  });
});

test('at most two run concurrently', async () => {
  const program = await programOf(`
    process.stdout.write(String(Date.now()));
    await new Promise((go) => setTimeout(go, 300));
    process.stdout.write(' ' + Date.now());`);
  const spans = await Promise.all(
    [1, 2, 3, 4, 5].map(async () => {
      const [from = 0, to = 0] = (await runSandboxed(program, [], Buffer.alloc(0)))
        .toString()
        .split(' ')
        .map(Number);
      return { from, to };
    }),
  );
  for (const { from } of spans)
    expect(spans.filter((other) => other.from <= from && from < other.to).length).toBeLessThanOrEqual(2);
});

test('a queue of more than fifty is refused at once', async () => {
  const program = await programOf(`await new Promise((go) => setTimeout(go, 100))`);
  const all = Array.from({ length: 53 }, () => reasonOf(program));
  expect((await Promise.all(all)).filter((reason) => reason === 'busy')).toHaveLength(1);
  // 52 processes, two at once.
}, 240_000);
