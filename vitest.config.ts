import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './scripts/longest-first.ts';

// Journeys need a browser and have a command of their own.
const EXCLUDED = [
  '**/node_modules/**',
  '**/dist/**',
  'journeys/**',
  'var/**',
  // They need an S3 store: `npm run test:s3`.
  '**/*.s3.test.ts',
];

const LONGEST = [
  'server/areas/corpus.test.ts',
  'server/areas/comments/visibility.test.ts',
  'server/areas/files/hostile.test.ts',
  'server/areas/access.test.ts',
];

/** Against tests that hang, never against a busy machine. */
const TIMEOUT_MS = 180_000;
const PATIENT = {
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  expect: { poll: { timeout: TIMEOUT_MS / 2 } },
};

const WEB = globSync('web/**/*.test.{ts,tsx}', { cwd: import.meta.dirname });

/**
 * Loading the application takes longer than most tests of web, so files share processes: those that need a document,
 * and the others. A file that changes modules or globals has its own.
 */
function kindOf(file: string): 'functions' | 'pages' | 'alone' {
  const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
  if (/vi\.(mock|spyOn|stubGlobal)\(|defineProperty\(/.test(source)) return 'alone';
  return source.includes('@vitest-environment jsdom') ? 'pages' : 'functions';
}

function webProject(kind: ReturnType<typeof kindOf>) {
  return {
    test: {
      name: `web ${kind}`,
      isolate: kind === 'alone',
      include: WEB.filter((file) => kindOf(file) === kind),
      exclude: EXCLUDED,
      ...PATIENT,
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: longestFirst(LONGEST) },
    pool: 'forks',
    // Many tests wait: with three workers, a twelfth of two cores is idle.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'records',
          // Pure functions: a process for each file would cost more than most files.
          isolate: false,
          include: ['{domain,contract,routes,intake,pipeline,demo,scripts,bench}/**/*.test.ts'],
          exclude: EXCLUDED,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'server',
          // Every file opens a portal of its own; what it is made of is read once for all.
          isolate: false,
          include: ['{server,search-index}/**/*.test.ts'],
          exclude: EXCLUDED,
          // One database cluster for all files; each file clones its own database.
          globalSetup: ['server/test-support/global-setup.ts'],
          ...PATIENT,
        },
      },
      webProject('functions'),
      webProject('pages'),
      webProject('alone'),
    ],
  },
});
