/** Links and pictures in the documents exist, and the user guide uses the labels of the screens. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('{docs,deploy}/**/*.md', { cwd: root }),
].sort();

/** Keeps clones small. */
const MAX_GALLERY_BYTES = 6 * 1024 * 1024;

/** Text outside code, where brackets are not links. */
function proseOf(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/** Addresses of links and pictures, as the document writes them. */
function listAddresses(text: string): string[] {
  const prose = proseOf(text);
  const inMarks = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);
  const inTags = [...prose.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
  return [...inMarks, ...inTags];
}

/** The anchor of a heading, as on GitHub and Forgejo. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

function listAnchors(file: string): string[] {
  const headings = read(file)
    .replace(/^```[\s\S]*?^```/gm, '')
    .matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => anchorOf(heading));
}

/** Why an address is broken; null if it exists or is outside the repository. */
function faultOf(document: string, address: string): string | null {
  if (/^[a-z]+:/.test(address)) return null;
  const [target = '', anchor] = address.split('#');
  const file = target === '' ? document : path.join(path.dirname(document), decodeURIComponent(target));
  if (!existsSync(path.join(root, file))) return `${document}: ${address} is not there`;
  if (anchor === undefined || !file.endsWith('.md')) return null;
  return listAnchors(file).includes(anchor) ? null : `${document}: ${address} names no heading`;
}

test.each(documents)(
  'every link and picture of %s leads to a file, and to a heading where it names one',
  (file) => {
    const faults = listAddresses(read(file)).map((address) => faultOf(file, address));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  },
);

test('the README leads to gallery, guide, administrators and API, and shows three pictures', () => {
  const addresses = listAddresses(read('README.md'));
  expect(addresses).toEqual(
    expect.arrayContaining([
      'docs/gallery/README.md',
      'docs/user-guide.md',
      'docs/administrator.md',
      'docs/api.md',
    ]),
  );
  expect(addresses.filter((address) => address.endsWith('.png'))).toHaveLength(3);
});

describe('the gallery', () => {
  const pictures = globSync('docs/gallery/*.png', { cwd: root }).map((file) => path.basename(file));

  test('shows every picture in its folder, each with an alternative text', () => {
    const page = read('docs/gallery/README.md');
    expect(
      listAddresses(page)
        .filter((address) => address.endsWith('.png'))
        .sort(),
    ).toEqual(pictures.sort());
    expect([...page.matchAll(/<img (?![^>]*\balt="[^"]+")[^>]*>/g)]).toEqual([]);
  });

  test('stays small', () => {
    const bytes = pictures.map((name) => statSync(path.join(root, 'docs/gallery', name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_GALLERY_BYTES);
  });
});

test('every bold text in the user guide is a label on a screen', () => {
  const sources = globSync('{web,contract,domain}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\bnode_modules\b|\bdist\b|\.test\.tsx?$/.test(file),
  );
  // Lines of a text are broken anywhere in a source.
  const screens = sources.map((file) => read(file).replace(/\s+/g, ' ')).join(' ');
  const named = [...proseOf(read('docs/user-guide.md')).matchAll(/\*\*([^*]+)\*\*/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((name) => !screens.includes(name))).toEqual([]);
});

test('every name in the glossary is used in the code', () => {
  const sources = globSync('{domain,contract,intake,search-index,pipeline,server,web}/**/*.{ts,tsx,sql}', {
    cwd: root,
  });
  const code = sources
    .filter((file) => !/\bnode_modules\b|\bdist\b|\.test\.tsx?$/.test(file))
    .map(read)
    .join('\n');
  const words = new Set(code.match(/\w+/g));
  const rows = read('docs/glossary.md').matchAll(/^\|.*\|([^|]*)\|$/gm);
  const names = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});
