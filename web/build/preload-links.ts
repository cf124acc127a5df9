/** Links of the built page that preload scripts and styles before what refers to them has loaded. */
import path from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { PRELOADED_FOR } from '../../contract/base/page-frame.ts';
import { ROUTES } from '../../routes/routes.ts';

const WEB = path.join(import.meta.dirname, '..');

type Bundle = Rolldown.OutputBundle;

/** The built file whose name matches. */
function find(bundle: Bundle, pattern: RegExp): string {
  const file = Object.keys(bundle).find((each) => pattern.test(each));
  if (file === undefined) throw new Error(`No built file is like ${pattern}.`);
  return file;
}

/** The script of a module that loads on demand. */
function scriptOf(bundle: Bundle, module: string): string {
  const id = path.resolve(WEB, module);
  const found = Object.values(bundle).find((each) => each.type === 'chunk' && each.facadeModuleId === id);
  if (found === undefined) throw new Error(`${module} has no script of its own.`);
  return found.fileName;
}

/** A script with all that it imports, and their styles. */
function withImports(bundle: Bundle, script: string): Set<string> {
  const scripts = new Set([script]);
  const styles = new Set<string>();
  // The set grows while it is iterated.
  for (const file of scripts) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') throw new Error(`${file} is not a script.`);
    for (const each of chunk.imports) scripts.add(each);
    for (const each of chunk.viteMetadata?.importedCss ?? []) styles.add(each);
  }
  return new Set([...scripts, ...styles]);
}

/**
 * What needs each built file: `home` for the frame around screens, the addresses of the router for screens, `preview`
 * for an open file, `pdf` for an open PDF. In the order in which the page needs them.
 */
function findNeeds(bundle: Bundle): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  const note = (name: string, module: string) => {
    for (const file of withImports(bundle, scriptOf(bundle, module)))
      needs.set(file, (needs.get(file) ?? new Set()).add(name));
  };
  note('home', './screens/account/Home.tsx');
  for (const { path: address, screen } of ROUTES) note(address, `./screens/${screen[0]}.tsx`);
  note('/home/explore', './areas/gene-lists/prefetch-explore.ts');
  note('preview', './record-page/PreviewWithComments.tsx');
  note('pdf', './areas/files/preview/pdf/PdfPreview.tsx');
  return needs;
}

/**
 * Adds links for what every page needs, and links that name what needs them, of which the server sends those that fit
 * the address.
 */
export const preloadLinks: Plugin = {
  name: 'preload-links',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const first = [find(bundle, /\/start-[\w-]{8}\.js$/), find(bundle, /\/first-[\w-]{8}\.js$/)];
      // The outline renders before they have loaded; the script that needs them waits for them.
      const firstStyles = find(bundle, /\/first-[\w-]{8}\.css$/);
      // With the fonts loaded early, fewer lines wrap again.
      const letters = find(bundle, /\/inter-latin-wght-normal-[^/]+\.woff2$/);
      const isElsewhere = (file: string) =>
        !html.includes(`/${file}`) && ![...first, firstStyles].includes(file);
      const linkTo = (file: string): Record<string, string> =>
        file.endsWith('.css')
          ? { rel: 'preload', as: 'style', crossorigin: '', href: `/${file}` }
          : { rel: 'modulepreload', crossorigin: '', href: `/${file}` };
      return [
        ...[...first, firstStyles].map(linkTo),
        { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${letters}` },
        ...[...findNeeds(bundle)]
          .filter(([file]) => isElsewhere(file))
          .map(([file, names]) => ({ [PRELOADED_FOR]: [...names].join(' '), ...linkTo(file) })),
      ].map((attrs): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' }));
    },
  },
};
