/**
 * `npm run planted-faults`: plants small faults in the code, one at a time, and runs the tests that must catch them.
 * A word after `--` selects faults by file name. A fault that survives is a fact without a test: add the test.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface Fault {
  /** what the code does wrong */
  name: string;
  file: string;
  /** must occur exactly once in the file */
  text: string;
  /** what is written in its place */
  fault: string;
  /** test files that must catch it */
  tests: string[];
}

/** Percentage of faults that must be caught. */
const MIN_CAUGHT = 95;
/** A fault that makes a loop endless counts as caught. */
const TIMEOUT_MS = 180_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const withoutShrinking = pathToFileURL(path.join(root, 'scripts/without-shrinking.ts')).href;

function listFaults(): Fault[] {
  const list: { file: string; tests: string[]; faults: [name: string, text: string, fault: string][] }[] =
    JSON.parse(readFileSync(path.join(root, 'scripts/planted-faults.json'), 'utf8'));
  return list.flatMap(({ file, tests, faults }) =>
    faults.map(([name, text, fault]) => ({ name, file, text, fault, tests })),
  );
}

/** The file of a fault, with and without it. @throws Error naming an entry that no longer fits the code */
function readFault({ name, file, text, fault, tests }: Fault): { original: string; faulty: string } {
  const original = readFileSync(path.join(root, file), 'utf8');
  const found = original.split(text).length - 1;
  if (found !== 1) throw new Error(`${file}, "${name}": the text occurs ${found} times, not once:\n${text}`);
  for (const test of tests)
    if (!existsSync(path.join(root, test))) throw new Error(`${file}, "${name}": there is no ${test}.`);
  const faulty = original.replace(text, () => fault);
  // A fault that does not parse would be caught by every test.
  stripTypeScriptTypes(faulty);
  return { original, faulty };
}

function refuseChangedFiles(files: readonly string[]): void {
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { cwd: root }).toString();
  if (changed !== '') throw new Error(`Commit or discard these changes first:\n${changed}`);
}

/** Without the laboratory's data, so that every fresh clone catches the same faults. */
const TEST_ENVIRONMENT = { CI: '', OMICON_TEST_DATA: '.', NODE_OPTIONS: `--import ${withoutShrinking}` };

let running: ChildProcess | null = null;
let restore = () => {};

/** Whether the tests pass. */
function passes(tests: readonly string[], stdio: 'inherit' | 'ignore'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...tests], {
      cwd: root,
      stdio,
      timeout: TIMEOUT_MS,
      // Its own process group: Ctrl-C would stop Vitest before it stops its Postgres.
      detached: true,
      env: { ...process.env, ...TEST_ENVIRONMENT },
    });
    running = child;
    child.on('error', reject);
    child.on('exit', (code) => {
      running = null;
      resolve(code === 0);
    });
  });
}

async function isCaught(fault: Fault): Promise<boolean> {
  const { original, faulty } = readFault(fault);
  const file = path.join(root, fault.file);
  restore = () => writeFileSync(file, original);
  try {
    writeFileSync(file, faulty);
    return !(await passes(fault.tests, 'ignore'));
  } finally {
    restore();
    restore = () => {};
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    restore();
    if (running === null) process.exit(1);
    console.log('The file is restored; waiting for the running tests to end.');
    running.once('exit', () => process.exit(1));
  });

/** The faults to plant. @throws Error if there are none, or if one cannot be planted */
function chooseFaults(word: string): Fault[] {
  const faults = listFaults().filter(({ file }) => file.includes(word));
  if (faults.length === 0) throw new Error(`No file of a fault has "${word}" in its name.`);
  for (const fault of faults) readFault(fault);
  refuseChangedFiles([...new Set(faults.map(({ file }) => file))]);
  return faults;
}

let faults: Fault[] = [];
try {
  faults = chooseFaults(process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

console.log('The tests without a fault:');
if (!(await passes([...new Set(faults.flatMap(({ tests }) => tests))], 'inherit'))) {
  console.error('Tests fail without any fault; repair them first.');
  process.exit(1);
}

const start = performance.now();
let caught = 0;
for (const fault of faults) {
  const before = performance.now();
  const isKnown = await isCaught(fault);
  if (isKnown) caught += 1;
  const seconds = ((performance.now() - before) / 1000).toFixed(1);
  console.log(`${isKnown ? 'caught  ' : 'SURVIVED'} ${seconds.padStart(5)} s  ${fault.file}: ${fault.name}`);
}
const minutes = ((performance.now() - start) / 60_000).toFixed(1);
console.log(`${caught} of ${faults.length} planted faults were caught, in ${minutes} minutes.`);
process.exit(100 * caught >= MIN_CAUGHT * faults.length ? 0 : 1);
