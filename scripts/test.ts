/**
 * `npm test`: checks, unit tests, tests against an S3 store, then journeys in Chromium; ends with `N passed, N failed`.
 */
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildWeb } from '../server/base/pages/build-web.ts';
import { installTools } from '../server/test-support/debian/debian-packages.ts';
import {
  CHROMIUM,
  findChromium,
  IMAGE_TOOLS,
  R,
  RADOSGW,
} from '../server/test-support/debian/debian-tools.ts';
import { writeToMemory } from './memory-folder.ts';
import { FILE_SETTING } from './unhandled-errors-reporter.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const results = path.join(root, 'var/test-results');

interface Count {
  passed: number;
  /** each with file, name and message */
  failed: string[];
  skipped: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

async function runNode(
  args: string[],
  stdio: StdioOptions = 'inherit',
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** Failures in a report: tests by name, and files that failed outside of tests. */
function failuresOf({ testResults }: z.infer<typeof vitestReport>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${file}\n${message}`];
    return failed.map((test) => `${file} › ${test.fullName}\n${test.failureMessages?.join('\n') ?? ''}`);
  });
}

/** Runs one vitest configuration. A run that ends without a report counts as one failure. */
async function runVitest(name: string, config: string, stdio: StdioOptions = 'inherit'): Promise<Count> {
  const report = path.join(results, `${name}.json`);
  const unhandled = path.join(results, `${name}-unhandled.json`);
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--reporter=${path.join(root, 'scripts/unhandled-errors-reporter.ts')}`,
    `--outputFile.json=${report}`,
  ];
  const isContent = await runNode([path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], stdio, {
    [FILE_SETTING]: unhandled,
  });
  if (!existsSync(report)) return { passed: 0, failed: [`${config}: ended without a report`], skipped: 0 };
  const counts = vitestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  const outside = existsSync(unhandled)
    ? z.array(z.string()).parse(JSON.parse(readFileSync(unhandled, 'utf8')))
    : [];
  const failed = [...failuresOf(counts), ...outside.map((error) => `${config}, outside of tests\n${error}`)];
  return {
    passed: counts.numPassedTests,
    failed: failed.length === 0 && !isContent ? [`${config}: the run failed, none of its tests did`] : failed,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

async function runChecks(): Promise<Count> {
  const isContent = await runNode([path.join(root, 'scripts/check.ts')]);
  return { passed: isContent ? 1 : 0, failed: isContent ? [] : ['scripts/check.ts'], skipped: 0 };
}

/** Journeys need a browser; without one they are reported and counted as skipped. */
async function runJourneys(): Promise<Count> {
  if (chromium === null) {
    console.warn(
      'SKIPPED: all journeys of journeys/, because there is no Chromium and it could not be installed.',
    );
    return { passed: 0, failed: [], skipped: 1 };
  }
  return runVitest('journeys', 'journeys/vitest.config.ts');
}

/** Tests of the S3 driver need a store; without one they are reported and counted as skipped. Output goes to a file. */
async function runS3(output: string): Promise<Count> {
  if (!isRadosgwThere) {
    console.warn(
      'SKIPPED: all tests against an S3 store, because radosgw is not here and could not be installed.',
    );
    return { passed: 0, failed: [], skipped: 1 };
  }
  const file = openSync(output, 'w');
  const count = await runVitest('s3', 'server/vitest.s3.config.ts', ['ignore', file, file]);
  closeSync(file);
  return count;
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
writeToMemory();
// Tools that tests need; tests without their tools are skipped and counted.
const installing = installTools([CHROMIUM, RADOSGW, IMAGE_TOOLS, R]);
// Page tests serve the built application.
await buildWeb();
const checks = await runChecks();
await installing;
const chromium = findChromium();
if (chromium !== null) process.env.OMICON_CHROMIUM = chromium;
const isRadosgwThere = RADOSGW.isThere();
// S3 tests mostly wait for the store, so they run in parallel.
const s3Output = path.join(results, 's3.txt');
const [tests, s3] = await Promise.all([runVitest('tests', 'vitest.config.ts'), runS3(s3Output)]);
if (existsSync(s3Output)) process.stdout.write(readFileSync(s3Output));
const counts = [checks, tests, s3, await runJourneys()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const skipped = counts.reduce((sum, count) => sum + count.skipped, 0);
const failed = counts.flatMap((count) => count.failed);
// Repeats all failures at the end of the output.
for (const failure of failed) console.error(`\nFAILED ${failure}`);
console.log(`${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
const isSkipFailure = process.env.CI === 'true' && skipped > 0;
if (isSkipFailure) console.error('A skipped test counts as a failure here.');
process.exit(failed.length > 0 || isSkipFailure ? 1 : 0);
