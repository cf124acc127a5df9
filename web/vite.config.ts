import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { listParts } from '../scripts/licences.ts';

/**
 * What nearly every screen needs comes in a few chunks, everything else with the screens that need it: larger shared
 * chunks carry the parts of many screens to the first one (231 kB of gzipped script there with what thirty modules
 * share, 219 kB with what forty-five do). `scripts/budgets.test.ts` keeps them to their budget.
 */
const CHUNKS = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)|zod)\//,
  },
  { name: 'controls', test: /node_modules\/(@mantine\/(core|hooks)|@floating-ui)\//, minShareCount: 45 },
  { name: 'base', test: /\/(web\/(base|ui)\/[^/]+|(contract|domain)\/[^/]+)$/, minShareCount: 30 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Read from the lock file at every build, so that the list of parts is always that of the product.
  define: { __OMICON_PARTS__: JSON.stringify(listParts(path.join(import.meta.dirname, '..'))) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The page policy allows no inlined fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  worker: { format: 'es' },
});
