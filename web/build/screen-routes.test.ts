import { expect, test } from 'vitest';
import { readScreenRoutes } from './screen-routes.ts';

test('a route has the modules of its component and its loader', () => {
  const source = `
    const home = createRoute({ getParentRoute: () => root, path: 'home', component: lazy(() => import('./Home.tsx')) });
    const others = [
      createRoute({
        getParentRoute: () => home,
        path: 'genes/$symbol',
        loader: async () => { const { load } = await import('./load.ts'); await load(); },
        component: lazy(() => import('./Gene.tsx'), 'Gene'),
      }),
      createRoute({ getParentRoute: () => layout, path: '/', component: lazy(() => import('./Landing.tsx')) }),
    ];`;
  expect(readScreenRoutes(source)).toEqual([
    { address: '/home', modules: ['./Home.tsx'] },
    { address: '/home/genes/$symbol', modules: ['./load.ts', './Gene.tsx'] },
    { address: '/', modules: ['./Landing.tsx'] },
  ]);
});

test('a layout is no address; a route without a readable path is refused', () => {
  expect(readScreenRoutes("createRoute({ getParentRoute: () => root, id: 'public' });")).toEqual([]);
  expect(() => readScreenRoutes('createRoute({ path: NAME });')).toThrow('The route at 0 has no path.');
  expect(() => readScreenRoutes('createRoute(options);')).toThrow('The route at 0 has no options.');
});
