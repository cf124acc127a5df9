import type { PageFrame } from '@omicon/contract/base/page-frame.ts';
import { ROUTES, type Route } from './routes.ts';

export interface RouteMatch {
  route: (typeof ROUTES)[number];
  /** parts of the address by the names in the path, decoded */
  parts: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

function patternOf({ path }: Route): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith('$') ? `(?<${part.slice(1)}>[^/]+)` : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`);
}

const isFixed = ({ path }: Route) => !path.includes('$');

/** Addresses without named parts first: they are more precise. */
const PATTERNS = [...ROUTES.filter(isFixed), ...ROUTES.filter((route) => !isFixed(route))].map((route) => ({
  route,
  pattern: patternOf(route),
}));

/** The screen at an address with or without origin; null if there is none, or it is not well-formed. */
export function matchRoute(href: string): RouteMatch | null {
  const url = URL.parse(href, 'http://local');
  if (url === null) return null;
  for (const { route, pattern } of PATTERNS) {
    const found = pattern.exec(url.pathname);
    if (found === null) continue;
    try {
      const parts = Object.entries(found.groups ?? {}).map(([name, part]) => [
        name,
        decodeURIComponent(part),
      ]);
      return { route, parts: Object.fromEntries(parts), query: url.searchParams };
    } catch (error) {
      if (error instanceof URIError) return null;
      throw error;
    }
  }
  return null;
}

/** @param pathname of an address of the web application */
export function frameOf(pathname: string): PageFrame {
  if (!/^\/home(\/|$)/.test(pathname)) return 'public';
  const route: Route | undefined = matchRoute(pathname)?.route;
  return route?.isMenuless === true ? 'menuless' : 'home';
}
