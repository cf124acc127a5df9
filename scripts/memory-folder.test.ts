import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('memory-folder.ts', import.meta.url));
/** Above the largest id that Linux gives. */
const LEFT = '/dev/shm/omicon-test-9000000-left';
const OF_RUNNING = '/dev/shm/omicon-test-1-runs';

/** What a process that writes to memory prints before it ends. */
function run(printed: string): string {
  const program = `import { statSync } from 'node:fs';
    const { writeToMemory } = await import(${JSON.stringify(MODULE)});
    writeToMemory();
    console.log(${printed});`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: '/tmp' },
    encoding: 'utf8',
  }).trim();
}

const hasMemory = run('process.env.TMPDIR') !== '/tmp';
afterAll(() => {
  if (hasMemory) rmSync(OF_RUNNING, { recursive: true, force: true });
});

test('a run has a folder in memory, usable by everybody, until it ends; without memory it writes to /tmp', () => {
  const [folder = '', mode, pid] = run(
    'process.env.TMPDIR, statSync(process.env.TMPDIR).mode.toString(8), process.pid',
  ).split(' ');
  expect(folder.replace(/-\w{6}$/, '')).toBe(hasMemory ? `/dev/shm/omicon-test-${pid}` : '/tmp');
  expect(mode).toBe('41777');
  expect(existsSync(folder)).toBe(!hasMemory);
});

test('what a killed run left in memory is deleted, what a running one has stays', () => {
  if (hasMemory) for (const folder of [LEFT, OF_RUNNING]) mkdirSync(folder, { recursive: true });
  run('0');
  expect([LEFT, OF_RUNNING].map((folder) => existsSync(folder))).toEqual([false, hasMemory]);
});
