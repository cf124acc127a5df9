import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { listParts } from '../scripts/licences.ts';

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
  // What all pictures share.
  { name: 'plot', test: /web\/ui\/plot\/(?!marks\/)/ },
  // Of some hundred bytes each; one script of those that several screens draw.
  { name: 'icons', minShareCount: 2, test: /node_modules\/@tabler\/icons-react\// },
  // Head, attributes and related records of every record page.
  {
    name: 'record',
    minShareCount: 2,
    test: /web\/(?:ui\/layout|record-page)\/(?:RecordHeader|RelatedRecords|AttributeTable|RecordFailure)\.tsx$/,
  },
  // What screens share that have no list: otherwise they would load all that lists need.
  {
    name: 'shared',
    minShareCount: 8,
    test: /\/contract\/|node_modules\/(?:d3-(?:interpolate|color)|@mantine\/core\/esm\/components\/Checkbox)\/|web\/(?:screens\/public\/PublicFrame|ui\/(?:layout\/ScreenTitle|navigation\/ButtonLink|feedback\/use-debounced-text))\.tsx?$/,
  },
  // What every list needs, and pages of pictures do not.
  { name: 'grid', test: /web\/ui\/grid\/(?:DataGrid|ListGrid|failure-of)\.tsx?$/ },
  {
    name: 'common',
    minShareCount: 11,
    test: /^(?!.*(?:web\/ui\/grid\/|node_modules\/@tanstack\/(?:react-table|table-core)\/))/,
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

/**
 * Preloads what every page needs before the scripts and styles that refer to it have loaded, and for people who are
 * signed in what the frame around every screen needs, before the router asks for it.
 */
const preloadFirst: Plugin = {
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const find = (pattern: RegExp) => {
        const file = Object.keys(bundle).find((each) => pattern.test(each));
        if (file === undefined) throw new Error(`No built file is like ${pattern}.`);
        return file;
      };
      const frame = new Set([find(/\/Home-[\w-]{8}\.js$/)]);
      const styles = new Set<string>();
      // The set grows while it is iterated.
      for (const file of frame) {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk') throw new Error(`${file} is not a script.`);
        for (const each of chunk.imports) frame.add(each);
        for (const each of chunk.viteMetadata?.importedCss ?? []) styles.add(each);
      }
      const first = [find(/\/start-[\w-]{8}\.js$/), find(/\/first-[\w-]{8}\.js$/)];
      // The outline renders before they have loaded; the script that needs them waits for them.
      const firstStyles = find(/\/first-[\w-]{8}\.css$/);
      // With the fonts loaded early, fewer lines wrap again.
      const letters = find(/\/inter-latin-wght-normal-[^/]+\.woff2$/);
      const isElsewhere = (file: string) =>
        !html.includes(`/${file}`) && ![...first, firstStyles].includes(file);
      const script = (file: string) => ({ rel: 'modulepreload', crossorigin: '', href: `/${file}` });
      const style = (file: string) => ({ rel: 'preload', as: 'style', crossorigin: '', href: `/${file}` });
      // The largest script of the portal; the server leaves it out unless the address opens a PDF.
      const pdfViewer = find(/\/PdfPreview-[\w-]{8}\.js$/);
      return [
        ...first.map(script),
        style(firstStyles),
        { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${letters}` },
        // The server leaves them out of public pages.
        ...[...[...frame].filter(isElsewhere).map(script), ...[...styles].filter(isElsewhere).map(style)].map(
          (attrs) => ({ 'data-frame': 'home', ...attrs }),
        ),
        { 'data-opens': 'pdf', ...script(pdfViewer) },
      ].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' }));
    },
  },
};

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
  plugins: [react(), preloadFirst, compileWhileLoading],
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
