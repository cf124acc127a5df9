import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { listParts } from '../scripts/licences.ts';

/** Few chunks that many screens share, instead of dozens of small ones; what one screen needs stays with it. */
const CHUNKS = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)|zod)\//,
  },
  {
    name: 'controls',
    test: /node_modules\/@mantine\/(core|hooks)\/(?!.*(Combobox|Popover|Menu|Select|Tooltip|ScrollArea|Floating|Checkbox|Input))/,
    minShareCount: 3,
  },
  { name: 'layers', test: /node_modules\/(@mantine\/(core|hooks)|@floating-ui)\//, minShareCount: 2 },
  { name: 'base', test: /\/(web\/(base|ui)\/[^/]+|(contract|domain)\/[^/]+)$/, minShareCount: 4 },
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
