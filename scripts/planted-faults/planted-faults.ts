/**
 * `npm run planted-faults`: plants small faults in the code, one at a time, and runs the tests that must catch them.
 * A word after `--` selects faults by file name. A fault that survives is a fact without a test: add the test.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Fault, findFault, listFaults, ROOT } from './find-fault.ts';

/** Percentage of faults that must be caught. */
const MIN_CAUGHT = 95;
/** A fault that makes a loop endless counts as caught. */
const TIMEOUT_MS = 180_000;

const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const withoutShrinking = pathToFileURL(path.join(ROOT, 'scripts/planted-faults/without-shrinking.ts')).href;

/** @throws Error if the fault cannot be planted */
function readFault(fault: Fault) {
  for (const test of fault.tests)
    if (!existsSync(path.join(ROOT, test))) throw new Error(`"${fault.name}": there is no ${test}.`);
  const found = findFault(fault);
  // A fault that does not parse would be caught by every test.
  if (found.file.endsWith('.ts')) stripTypeScriptTypes(found.faulty);
  return found;
}

function refuseChangedFiles(files: readonly string[]): void {
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { cwd: ROOT }).toString();
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
      cwd: ROOT,
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
  const { original, faulty, file: source } = readFault(fault);
  const file = path.join(ROOT, source);
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
  refuseChangedFiles([...new Set(faults.map((fault) => readFault(fault).file))]);
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
