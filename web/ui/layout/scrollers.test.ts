/** Elements that scroll hold what is positioned in them. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const WEB = path.resolve(import.meta.dirname, '../..');
const RULE = /([^{}]+)\{([^{}]*)\}/g;

/** Selectors of a style sheet that scroll without being the containing block of what is positioned in them. */
function leakingScrollers(css: string): string[] {
  return [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(RULE)].flatMap(
    ([, selector = '', declarations = '']) =>
      /overflow(-[xy])?:\s*(auto|scroll)/.test(declarations) && !/position:/.test(declarations)
        ? [selector.trim()]
        : [],
  );
}

// Texts for screen readers are positioned: outside the scroller they would widen the page, at their place in its content.
test('every element that scrolls is positioned, so that hidden texts in it do not make the page scroll', () => {
  const sheets = globSync('**/*.css', {
    cwd: WEB,
    exclude: ['dist/**', 'node_modules/**'],
  });
  const leaking = sheets.flatMap((sheet) =>
    leakingScrollers(readFileSync(path.join(WEB, sheet), 'utf8')).map((selector) => `${sheet} ${selector}`),
  );
  expect(sheets.length).toBeGreaterThan(20);
  expect(leaking).toEqual([]);
});
