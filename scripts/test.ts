/** `npm test`: the checks, every test beside the code, those against an S3 store, then the journeys in Chromium; closes with `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildWeb } from '../server/base/build-web.ts';
import { findChromium } from './find-chromium.ts';
import { installR } from './find-r.ts';
import { installRadosgw } from './find-radosgw.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const results = path.join(root, 'var/test-results');

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
});

function runNode(args: string[], env: Record<string, string> = {}): boolean {
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
      .status === 0
  );
}

/** Runs one vitest configuration. A run that breaks before it can count is one failure. */
function runVitest(name: string, config: string, env: Record<string, string> = {}): Count {
  const report = path.join(results, `${name}.json`);
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const isContent = runNode([path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], env);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = vitestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  const failed = counts.numFailedTests + (counts.numFailedTests === 0 ? counts.numFailedTestSuites : 0);
  return {
    passed: counts.numPassedTests,
    failed: failed === 0 && !isContent ? 1 : failed,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

function runChecks(): Count {
  const isContent = runNode([path.join(root, 'scripts/check.ts')]);
  return { passed: isContent ? 1 : 0, failed: isContent ? 0 : 1, skipped: 0 };
}

/** Journeys need a browser; without one they are not run, which is said and counted. */
function runJourneys(): Count {
  const chromium = findChromium();
  if (chromium === null) {
    console.warn(
      'SKIPPED: all journeys of journeys/, because there is no Chromium and it could not be installed.',
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return runVitest('journeys', 'journeys/vitest.config.ts', { OMICON_CHROMIUM: chromium });
}

/** The S3 driver against a real store; without one its tests are not run, which is said and counted. */
function runS3(): Count {
  if (!installRadosgw()) {
    console.warn(
      'SKIPPED: all tests against an S3 store, because radosgw is not here and could not be installed.',
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return runVitest('s3', 'server/vitest.s3.config.ts');
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// Tests of the pages serve the built application.
await buildWeb();
// Its tests are skipped without R, and counted so.
installR();
const counts = [runChecks(), runVitest('tests', 'vitest.config.ts'), runS3(), runJourneys()];
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}));
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
const isSkipFailure = process.env.CI === 'true' && total.skipped > 0;
if (isSkipFailure) console.error('A skipped test counts as a failure here.');
process.exit(total.failed > 0 || isSkipFailure ? 1 : 0);
