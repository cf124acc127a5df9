import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { listParts } from '../scripts/licences.ts';

const WEB = import.meta.dirname;

/**
 * What is in which script. Left to itself the bundler makes a script for every set of screens that share something, and
 * a page then asks for a hundred. Each group takes the modules that match and what these need in turn, unless a group
 * before it has them. `scripts/budgets.test.ts` keeps weights and numbers to their budgets.
 */
const GROUPS = [
  // What main.tsx runs before it asks for the rest; with `first` it would have to wait for it.
  { name: 'entry', test: /(?:\0vite\/preload-helper\.js|web\/base\/sign-in\/sign-on-return\.ts)$/ },
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)|zod)\//,
  },
  // Everything that start.tsx needs, and no more, so that it weighs as little as it can.
  { name: 'first', tags: ['$initial' as const], test: /^(?!\0|.*web\/(?:index\.html|main\.tsx))/ },
  // What stands around every screen of somebody who has signed in.
  { name: 'home', test: /web\/screens\/account\/Home\.tsx$/ },
  { name: 'common', minShareCount: 10 },
].map((group, place, { length }) => ({ ...group, priority: length - place }));

/** Files that the page will need are asked for with it: not when the script has run, or the styles have come, that name them. */
const preloadFirst: Plugin = {
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const find = (pattern: RegExp) => {
        const file = Object.keys(bundle ?? {}).find((each) => pattern.test(each));
        if (file === undefined) throw new Error(`No built file is like ${pattern}.`);
        return `/${file}`;
      };
      const letters = find(/\/inter-latin-wght-normal-[^/]+\.woff2$/);
      return [
        { rel: 'modulepreload', crossorigin: '', href: find(/\/start-[\w-]{8}\.js$/) },
        { rel: 'modulepreload', crossorigin: '', href: find(/\/first-[\w-]{8}\.js$/) },
        // The outline is drawn before they are there; the script that needs them waits for them.
        { rel: 'preload', as: 'style', crossorigin: '', href: find(/\/first-[\w-]{8}\.css$/) },
        // Fewer lines break anew when the letters of every screen are there early.
        { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: letters },
      ].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' }));
    },
  },
};

export default defineConfig({
  root: WEB,
  plugins: [react(), preloadFirst],
  // Read from the lock file at every build, so that the list of parts is always that of the product.
  define: { __OMICON_PARTS__: JSON.stringify(listParts(path.join(WEB, '..'))) },
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
      // `start` is an entry so that the bundler knows what belongs to it; pages begin with index.html all the same.
      input: { index: path.join(WEB, 'index.html'), start: path.join(WEB, 'start.tsx') },
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  worker: { format: 'es' },
});
