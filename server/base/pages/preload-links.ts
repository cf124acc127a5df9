/** The links of the built page that preload what some addresses need. */
import { openedFile, type PageFrame, PRELOADED_FOR } from '@omicon/contract/base/page-frame.ts';
import { fileTypeOf } from '@omicon/domain/files/file-kinds.ts';

const LINK = new RegExp(`<link ${PRELOADED_FOR}="([^"]*)" ([^>]*>)\\s*`, 'g');

export interface Template {
  /** the page before and after the links */
  before: string;
  after: string;
  /** each with the names of what needs it */
  links: readonly { names: ReadonlySet<string>; html: string }[];
  /** names that are paths of screens, and the addresses that they stand for */
  screens: ReadonlyMap<string, RegExp>;
}

/** @param path of the router, such as `/home/modules/$omiconId` */
function addressesOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`);
}

/** Takes the links out of the built page. */
export function parseTemplate(built: string): Template {
  const found = [...built.matchAll(LINK)];
  const at = found[0]?.index ?? built.length;
  const links = found.map(([, names = '', rest = '']) => ({
    names: new Set(names.split(' ')),
    html: `<link ${rest}`,
  }));
  const all = new Set(links.flatMap(({ names }) => [...names]));
  const screens = [...all].filter((name) => name.startsWith('/'));
  return {
    before: built.slice(0, at),
    after: built.slice(at).replaceAll(LINK, ''),
    links,
    screens: new Map(screens.map((name) => [name, addressesOf(name)])),
  };
}

/** What an address needs, by the names in the links. */
function findNames({ screens }: Template, address: string, frame: PageFrame): Set<string> {
  const url = URL.parse(address, 'http://local');
  const names = new Set<string>();
  for (const [name, addresses] of screens) if (addresses.test(url?.pathname ?? '/')) names.add(name);
  if (frame === 'public') return names;
  names.add('home');
  const opened = url === null ? null : openedFile(url.searchParams);
  if (opened === null) return names;
  names.add('preview');
  if (fileTypeOf(opened) === 'pdf') names.add('pdf');
  return names;
}

/** The page with the links that fit an address. */
export function withLinks(template: Template, address: string, frame: PageFrame): string {
  const names = findNames(template, address, frame);
  const kept = template.links.filter((link) => !names.isDisjointFrom(link.names));
  return `${template.before}${kept.map(({ html }) => html).join('')}${template.after}`;
}
