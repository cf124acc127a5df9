import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { listParts } from './build/licences.ts';
import { preloadLinks } from './build/preload-links.ts';

const WEB = import.meta.dirname;

/**
 * Distribution of modules to scripts. By default the bundler makes a script for every set of screens that share
 * modules, about a hundred per page. Each group takes the matching modules and their dependencies, unless an earlier
 * group has them. `scripts/budgets.test.ts` checks sizes and numbers.
 */
const GROUPS = [
  // What main.tsx runs before it loads the rest; in `first` it would have to wait for it.
  { name: 'entry', test: /(?:\0vite\/preload-helper\.js|web\/base\/sign-in\/sign-on-return\.ts)$/ },
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)|zod)\//,
  },
  // Everything that start.tsx needs, and nothing else, to keep it small.
  { name: 'first', tags: ['$initial' as const], test: /^(?!\0|.*web\/(?:index\.html|main\.tsx))/ },
  // The frame around all screens of people who are signed in.
  { name: 'home', test: /web\/screens\/account\/Home\.tsx$/ },
  // How tables are saved and texts fit: lists and record pages would take all that pictures share along.
  {
    name: 'files',
    test: /web\/ui\/(?:files\/(?:DownloadMenu|write-table|save-file)|text\/fit-label)\.tsx?$/,
  },
  // What all pictures share.
  { name: 'plot', test: /web\/ui\/plot\/(?!marks\/)/ },
  // Of some hundred bytes each; one script of those that several screens draw.
  {
    name: 'icons',
    minShareCount: 2,
    test: /node_modules\/@(?:tabler\/icons-react|mantine\/hooks\/esm\/(?:utils\/clamp|use-resize-observer))\//,
  },
  // Head, attributes and related records of every record page, its tab of cell types, and how pasted lists are split.
  {
    name: 'record',
    minShareCount: 2,
    test: /web\/(?:ui\/layout|record-page)\/(?:RecordHeader|RelatedRecords|AttributeTable|RecordNotLoaded)\.tsx$|web\/(?:areas\/cell-types\/CellTypesTab|base\/addresses\/path-parts)\.ts$|domain\/identifiers\/lists\/split-identifiers\.ts$/,
  },
  // Short names of modules, networks and data sets, and the colours of modules.
  {
    name: 'names',
    minShareCount: 2,
    test: /domain\/records\/(?:module-rgb|module-theme|network-name|data-set-name|lineage)\.ts$|web\/ui\/text\/(?:ColourSwatch|name-parts|NameText|MiddleText|colour-swatch\.module|middle-text\.module|copy-selected)\.(?:tsx?|css)$/,
  },
  // Sentences about measured values, of a few hundred bytes each.
  { name: 'measured', minShareCount: 2, test: /web\/.*\/(?:not-numbers|kme-missing)\.tsx?$/ },
  // What screens share that have no list: otherwise they would load all that lists need. Calls of the atlas are
  // apart.
  {
    name: 'shared',
    minShareCount: 8,
    test: /\/contract\/(?!areas\/analyses\/atlas)|node_modules\/(?:d3-(?:interpolate|color)|@mantine\/core\/esm\/components\/Checkbox)\/|web\/(?:screens\/public\/PublicFrame|ui\/(?:layout\/ScreenTitle|navigation\/ButtonLink|feedback\/use-debounced-text))\.tsx?$/,
  },
  // What every list needs, and pages of pictures do not.
  { name: 'grid', test: /web\/ui\/grid\/(?:DataGrid|ListGrid|failure-of)\.tsx?$/ },
  // Some screens have nothing else of the atlas; the first calls would take it along.
  { name: 'atlas-calls', test: /contract\/areas\/analyses\/atlas\.ts$/ },
  {
    name: 'common',
    minShareCount: 12,
    test: /^(?!.*(?:web\/ui\/(?:grid|plot\/marks)\/|node_modules\/@tanstack\/(?:react-table|table-core)\/))/,
  },
  // What every page calls first.
  { name: 'first-calls', test: /routes\/first-calls\.ts$|contract\/areas\/home\.ts$/ },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

/** Characters. Larger scripts that load on demand are mostly libraries, of which a page runs a part. */
const COMPILED_WHOLE = 120_000;

/**
 * Scripts of pages, most of whose functions run while they start. Chromium compiles all functions of a script that begins
 * with this comment while it loads, on another thread; otherwise it skims them there, and compiles each on the main
 * thread when it is first called.
 */
const compileWhileLoading: Plugin = {
  name: 'compile-while-loading',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const isEverywhere = /^(?:libraries|first|home|grid)$/.test(chunk.name);
        if (isEverywhere || chunk.code.length <= COMPILED_WHOLE)
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
};

export default defineConfig({
  root: WEB,
  plugins: [react(), preloadLinks, compileWhileLoading],
  // Read from the lock file at every build, so that the list of parts is always up to date.
  define: { __OMICON_PARTS__: JSON.stringify(listParts(path.join(WEB, '..'))) },
  build: {
    // Compressed sizes matter, and scripts/budgets.test.ts checks them; the largest, the PDF reader, loads on demand.
    chunkSizeWarningLimit: 700,
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content security policy forbids inlined fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // `start` is an entry so that the bundler knows what belongs to it; pages still start with index.html.
      input: { index: path.join(WEB, 'index.html'), start: path.join(WEB, 'start.tsx') },
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  worker: { format: 'es' },
});
