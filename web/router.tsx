import { ROUTES, type RoutePath, type Route as TableRoute } from '@omicon/routes/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { versionQuery } from './base/calls/version/use-check-version.ts';
import { sessionQuery } from './base/sign-in/session.ts';
import { signOnReturn } from './base/sign-in/sign-on-return.ts';
import { getSignOnState } from './base/sign-in/sign-on-state.ts';
import { ScreenFailure } from './layout/ScreenFailure.tsx';
import { SCREENS } from './screens.ts';

interface RouterContext {
  queryClient: QueryClient;
}

/** As long as the server waits for the replies in a page. */
const WAIT_MS = 250;

/** Waits for what a screen shows first, so that it renders once; after a while it renders without. */
async function waitBriefly(loading: Promise<void>): Promise<void> {
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  // Loaded on demand: styles loaded before Mantine's would be overridden by them.
  notFoundComponent: lazyRouteComponent(() => import('./screens/public/NotFound.tsx'), 'LostVisitor'),
});

/** Public screens; people who are signed in with permissions are redirected to /home. */
const publicScreens = createRoute({
  getParentRoute: () => root,
  id: 'public',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session !== null && session.permissions.size > 0) throw redirect({ to: '/home' });
  },
});

/** Screens for people who are signed in; others are redirected to the landing page, with the address as `next`. */
const home = createRoute({
  getParentRoute: () => root,
  path: 'home',
  component: lazyRouteComponent(() => import('./screens/account/Home.tsx'), 'Home'),
  notFoundComponent: lazyRouteComponent(() => import('./screens/public/NotFound.tsx'), 'NotFound'),
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null)
      throw redirect({ to: '/', search: location.pathname === '/home' ? {} : { next: location.href } });
  },
  // What shows an open file loads with the screen that opens it, not after it.
  loader: async ({ context, location, cause }) => {
    if (cause !== 'enter') return;
    const { preloadOpenFile } = await import('./screens/account/Home.tsx');
    await waitBriefly(preloadOpenFile(context.queryClient, location));
  },
});

const homeStart = createRoute({
  getParentRoute: () => home,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home/recent-files' });
  },
});

/** Opens only for somebody who signs in: waits for the identity provider, in the page and in its popup. */
function leaveUnlessSigningIn(): void {
  if (signOnReturn() === null && !getSignOnState().isWaiting) throw redirect({ to: '/' });
}

interface Loading {
  context: RouterContext;
  location: { search: object };
  cause: string;
}

/** What some screens load beside their scripts. */
const LOADERS: Partial<Record<RoutePath, (loading: Loading) => Promise<void>>> = {
  '/home/account': ({ context }) => context.queryClient.prefetchQuery(versionQuery),
  '/home/about': ({ context }) => context.queryClient.prefetchQuery(versionQuery),
  // Only when the screen opens: from then on it makes its calls itself.
  '/home/explore': async ({ context, location, cause }) => {
    if (cause !== 'enter') return;
    const { prefetchExplore } = await import('./areas/gene-lists/prefetch-explore.ts');
    await waitBriefly(prefetchExplore(context.queryClient, location.search));
  },
};

const HOME = '/home/';

function parentOf({ path, isForVisitors }: TableRoute) {
  if (isForVisitors === true) return publicScreens;
  return path.startsWith(HOME) ? home : root;
}

function toRoute(row: (typeof ROUTES)[number]) {
  const { path, screen } = row;
  const [module, component] = screen;
  const parent = parentOf(row);
  const loader = LOADERS[path];
  return createRoute({
    getParentRoute: () => parent,
    path: parent === home ? path.slice(HOME.length) : path,
    component: lazyRouteComponent<Record<string, ComponentType>, string>(SCREENS[module], component),
    ...(path === '/loading' ? { beforeLoad: leaveUnlessSigningIn } : {}),
    ...(loader === undefined ? {} : { loader }),
  });
}

const routesBelow = (parent: ReturnType<typeof parentOf>) =>
  ROUTES.filter((row) => parentOf(row) === parent).map(toRoute);

const routeTree = root.addChildren([
  publicScreens.addChildren(routesBelow(publicScreens)),
  ...routesBelow(root),
  home.addChildren([homeStart, ...routesBelow(home)]),
]);

export function createPortalRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    // If a screen fails to render, header and menu remain.
    defaultErrorComponent: ScreenFailure,
    // People share and type addresses: plain text, no JSON.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(search)) {
        if (typeof value === 'string' && value !== '') query.set(name, value);
      }
      return query.size === 0 ? '' : `?${query}`;
    },
  });
}
