/** The links of the built page that preload what some addresses need. */
import { openedFile, type PageFrame, PRELOADED_FOR } from '@omicon/contract/base/page-frame.ts';
import { fileTypeOf } from '@omicon/domain/files/file-kinds.ts';
import { matchRoute } from '@omicon/routes/match-route.ts';

const LINK = new RegExp(`<link ${PRELOADED_FOR}="([^"]*)" ([^>]*>)\\s*`, 'g');

export interface Template {
  /** the page before and after the links */
  before: string;
  after: string;
  /** each with the names of what needs it */
  links: readonly { names: ReadonlySet<string>; html: string }[];
}

/** Takes the links out of the built page. */
export function parseTemplate(built: string): Template {
  const found = [...built.matchAll(LINK)];
  const at = found[0]?.index ?? built.length;
  const links = found.map(([, names = '', rest = '']) => ({
    names: new Set(names.split(' ')),
    html: `<link ${rest}`,
  }));
  return {
    before: built.slice(0, at),
    after: built.slice(at).replaceAll(LINK, ''),
    links,
  };
}

/** What an address needs, by the names in the links. */
function findNames(address: string, frame: PageFrame): Set<string> {
  const at = matchRoute(URL.canParse(address, 'http://local') ? address : '/');
  const names = new Set<string>(at === null ? [] : [at.route.path]);
  if (frame === 'public') return names;
  names.add('home');
  const opened = at === null ? null : openedFile(at.query);
  if (opened === null) return names;
  names.add('preview');
  if (fileTypeOf(opened) === 'pdf') names.add('pdf');
  return names;
}

/** The page with the links that fit an address. */
export function withLinks(template: Template, address: string, frame: PageFrame): string {
  const names = findNames(address, frame);
  const kept = template.links.filter((link) => !names.isDisjointFrom(link.names));
  return `${template.before}${kept.map(({ html }) => html).join('')}${template.after}`;
}
