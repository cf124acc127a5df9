import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { versionQuery } from './base/calls/use-check-version.ts';
import { sessionQuery } from './base/sign-in/session.ts';
import { signOnReturn } from './base/sign-in/sign-on-return.ts';
import { getSignOnState } from './base/sign-in/sign-on-state.ts';
import { ScreenFailure } from './layout/ScreenFailure.tsx';

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

const publicRoutes = [
  createRoute({
    getParentRoute: () => publicScreens,
    path: '/',
    component: lazyRouteComponent(() => import('./screens/public/Landing.tsx'), 'Landing'),
  }),
  createRoute({
    getParentRoute: () => publicScreens,
    path: 'external',
    component: lazyRouteComponent(() => import('./screens/public/Landing.tsx'), 'ExternalLanding'),
  }),
  createRoute({
    getParentRoute: () => publicScreens,
    path: 'login',
    component: lazyRouteComponent(() => import('./screens/public/Login.tsx'), 'Login'),
  }),
  createRoute({
    getParentRoute: () => publicScreens,
    path: 'register',
    component: lazyRouteComponent(() => import('./screens/public/Register.tsx'), 'Register'),
  }),
  createRoute({
    getParentRoute: () => publicScreens,
    path: 'register/get-code',
    component: lazyRouteComponent(() => import('./screens/public/GetCode.tsx'), 'GetCode'),
  }),
  createRoute({
    getParentRoute: () => publicScreens,
    path: 'register/verify-code',
    component: lazyRouteComponent(() => import('./screens/public/VerifyCode.tsx'), 'VerifyCode'),
  }),
];

/** Waits for a sign-in, in the page and in its popup; redirects if there is none. */
const loading = createRoute({
  getParentRoute: () => root,
  path: 'loading',
  component: lazyRouteComponent(() => import('./screens/public/Loading.tsx'), 'Loading'),
  beforeLoad: () => {
    if (signOnReturn() === null && !getSignOnState().isWaiting) throw redirect({ to: '/' });
  },
});

/** Open to everybody, signed in or not: mailed links, and the accessibility statement. */
const openRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: 'user-verification',
    component: lazyRouteComponent(() => import('./screens/public/UserVerification.tsx'), 'UserVerification'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'reset-password',
    component: lazyRouteComponent(() => import('./screens/public/ResetPassword.tsx'), 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'accessibility',
    component: lazyRouteComponent(() => import('./screens/public/Accessibility.tsx'), 'PublicAccessibility'),
  }),
];

const recordRoutes = [
  createRoute({
    getParentRoute: () => home,
    path: 'collections/$type',
    component: lazyRouteComponent(() => import('./screens/data/Collections.tsx'), 'Collections'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'collections/$type/attributes',
    component: lazyRouteComponent(() => import('./screens/data/CollectionRecord.tsx'), 'CollectionRecord'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'analyses/$type',
    component: lazyRouteComponent(() => import('./screens/analyses/Analyses.tsx'), 'Analyses'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'analyses/analysis-data/attributes',
    component: lazyRouteComponent(() => import('./screens/analyses/AnalysisPage.tsx'), 'AnalysisPage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'analyses/analysis-data/files',
    component: lazyRouteComponent(() => import('./screens/analyses/AnalysisPage.tsx'), 'AnalysisFilesPage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'analyses/data-sets/attributes',
    component: lazyRouteComponent(() => import('./screens/data/CollectionRecord.tsx'), 'AnalysisDataSet'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'modules/$omiconId',
    component: lazyRouteComponent(() => import('./screens/analyses/ModulePage.tsx'), 'ModulePage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'compare-lists',
    component: lazyRouteComponent(() => import('./screens/search/CompareLists.tsx'), 'CompareLists'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'baskets',
    component: lazyRouteComponent(() => import('./screens/search/Baskets.tsx'), 'Baskets'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'preservation/$id',
    component: lazyRouteComponent(() => import('./screens/analyses/PreservationRun.tsx'), 'PreservationRun'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'pipeline/$id',
    component: lazyRouteComponent(() => import('./screens/data/PipelineRun.tsx'), 'PipelineRun'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'consensus',
    component: lazyRouteComponent(() => import('./screens/search/Consensus.tsx'), 'Consensus'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'compare',
    component: lazyRouteComponent(() => import('./screens/data/Compare.tsx'), 'Compare'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'genes/$symbol',
    component: lazyRouteComponent(() => import('./screens/genes/GenePage.tsx'), 'GenePage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'samples/$collection/$label',
    component: lazyRouteComponent(() => import('./screens/data/SamplePage.tsx'), 'SamplePage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'network/$type',
    component: lazyRouteComponent(() => import('./screens/data/Lineage.tsx'), 'Lineage'),
  }),
];

const accountRoutes = [
  createRoute({
    getParentRoute: () => home,
    path: 'account',
    loader: ({ context }) => context.queryClient.prefetchQuery(versionQuery),
    component: lazyRouteComponent(() => import('./screens/account/Account.tsx'), 'Account'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'termsofservice',
    component: lazyRouteComponent(() => import('./screens/public/TermsOfService.tsx'), 'TermsOfService'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'help',
    component: lazyRouteComponent(() => import('./screens/help/Help.tsx'), 'Help'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'about',
    loader: ({ context }) => context.queryClient.prefetchQuery(versionQuery),
    component: lazyRouteComponent(() => import('./screens/public/About.tsx'), 'About'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'accessibility',
    component: lazyRouteComponent(() => import('./screens/public/Accessibility.tsx'), 'Accessibility'),
  }),
];

const adminRoutes = [
  createRoute({
    getParentRoute: () => home,
    path: 'admin',
    component: lazyRouteComponent(() => import('./screens/admin/AdminPage.tsx'), 'AdminPage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/sample-attributes',
    component: lazyRouteComponent(() => import('./screens/admin/AttributePages.tsx'), 'SampleAttributes'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/data-collection-attributes',
    component: lazyRouteComponent(
      () => import('./screens/admin/AttributePages.tsx'),
      'DataCollectionAttributes',
    ),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/data-set-attributes',
    component: lazyRouteComponent(() => import('./screens/admin/AttributePages.tsx'), 'DataSetAttributes'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/analysis-attributes',
    component: lazyRouteComponent(() => import('./screens/admin/AttributePages.tsx'), 'AnalysisAttributes'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/user-management',
    component: lazyRouteComponent(() => import('./screens/admin/UserManagement.tsx'), 'UserManagement'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/roles',
    component: lazyRouteComponent(
      () => import('./screens/admin/RolesAndPermissions.tsx'),
      'RolesAndPermissions',
    ),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/feedback',
    component: lazyRouteComponent(() => import('./screens/admin/FeedbackPage.tsx'), 'FeedbackPage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/jobs',
    component: lazyRouteComponent(() => import('./screens/admin/FailedJobs.tsx'), 'FailedJobs'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'imports',
    component: lazyRouteComponent(() => import('./screens/admin/Imports.tsx'), 'Imports'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'admin/preferences',
    component: lazyRouteComponent(() => import('./screens/admin/PreferencesPage.tsx'), 'PreferencesPage'),
  }),
];

const resourceRoutes = [
  createRoute({
    getParentRoute: () => home,
    path: 'resources',
    component: lazyRouteComponent(() => import('./screens/resources/Resources.tsx'), 'Resources'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'resources/gene-set',
    component: lazyRouteComponent(() => import('./screens/resources/GeneSetPage.tsx'), 'GeneSetPage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'resources/analyte-mapping/$gridType/$routeTitle',
    component: lazyRouteComponent(() => import('./screens/resources/MappingTables.tsx'), 'AnalyteMappings'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'resources/mapping-tables/$gridType/$routeTitle',
    component: lazyRouteComponent(() => import('./screens/resources/MappingTables.tsx'), 'MappingTablePage'),
  }),
];

const otherRoutes = [
  createRoute({
    getParentRoute: () => home,
    path: 'recent-files',
    component: lazyRouteComponent(() => import('./screens/data/FileLists.tsx'), 'RecentFiles'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'starred',
    component: lazyRouteComponent(() => import('./screens/account/Starred.tsx'), 'Starred'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'downloads',
    component: lazyRouteComponent(() => import('./screens/notifications/Downloads.tsx'), 'Downloads'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'notifications',
    component: lazyRouteComponent(
      () => import('./screens/notifications/SearchNotifications.tsx'),
      'SearchNotifications',
    ),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'comment-notifications',
    component: lazyRouteComponent(
      () => import('./screens/notifications/CommentNotifications.tsx'),
      'CommentNotifications',
    ),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'docker',
    component: lazyRouteComponent(() => import('./screens/analyses/DockerImage.tsx'), 'DockerImage'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'data-listing',
    component: lazyRouteComponent(() => import('./screens/data/FileLists.tsx'), 'AllFiles'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'global-search-results',
    component: lazyRouteComponent(
      () => import('./screens/search/GlobalSearchResults.tsx'),
      'GlobalSearchResults',
    ),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'explore',
    // Only when the screen opens: from then on it makes its calls itself.
    loader: async ({ context, location, cause }) => {
      if (cause !== 'enter') return;
      const { prefetchExplore } = await import('./areas/gene-lists/prefetch-explore.ts');
      await waitBriefly(prefetchExplore(context.queryClient, location.search));
    },
    component: lazyRouteComponent(() => import('./screens/search/Explore.tsx'), 'Explore'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'advanced-search',
    component: lazyRouteComponent(() => import('./screens/search/AdvancedSearch.tsx'), 'AdvancedSearch'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'add-new-collection',
    component: lazyRouteComponent(() => import('./screens/data/AddRecord.tsx'), 'AddCollection'),
  }),
  createRoute({
    getParentRoute: () => home,
    path: 'add-new-analysis',
    component: lazyRouteComponent(() => import('./screens/data/AddRecord.tsx'), 'AddAnalysis'),
  }),
];

const routeTree = root.addChildren([
  publicScreens.addChildren(publicRoutes),
  loading,
  ...openRoutes,
  home.addChildren([
    homeStart,
    ...recordRoutes,
    ...accountRoutes,
    ...adminRoutes,
    ...resourceRoutes,
    ...otherRoutes,
  ]),
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
