import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:s3`: tests of the S3 driver, uploads and downloads against a real store. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: [
      '**/*.s3.test.ts',
      'areas/files/content.test.ts',
      'areas/files/upload-parts.test.ts',
      'areas/files/uploads.test.ts',
      'areas/downloads/downloads.test.ts',
      'areas/downloads/prepare.test.ts',
    ],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test-support/store/s3-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
