import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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

/** The letters of every screen are asked for with the page, not when its styles have come: fewer lines break anew. */
const preloadLetters: Plugin = {
  name: 'preload-letters',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const letters = Object.keys(bundle ?? {}).find((file) =>
        /\/inter-latin-wght-normal-[^/]+\.woff2$/.test(file),
      );
      if (letters === undefined) throw new Error('The letters of the screens are not among the built files.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${letters}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadLetters],
  // Read from the lock file at every build, so that the list of parts is always that of the product.
  define: { __OMICON_PARTS__: JSON.stringify(listParts(path.join(import.meta.dirname, '..'))) },
  build: {
    // Packed sizes count, and scripts/budgets.test.ts holds them: the largest is the PDF reader, which comes when it is asked for.
    chunkSizeWarningLimit: 700,
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
