import { parseSync, Visitor } from 'vite';

/** An address of the router, and the modules that it loads on demand. */
export interface ScreenRoute {
  /** path with `$name` for parameters: `/home/modules/$omiconId` */
  address: string;
  /** as the router names them: `./screens/analyses/ModulePage.tsx` */
  modules: string[];
}

/** The only route whose children continue its path; the others that have children are layouts without a path. */
const HOME = 'home';

/**
 * Reads the routes from the source of the router, so that the build knows which scripts an address needs, without a
 * second list of addresses.
 * @throws Error when a route has no path that can be read
 */
export function readScreenRoutes(source: string): ScreenRoute[] {
  const routes: { address: string; start: number; end: number }[] = [];
  const imports: { module: string; start: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [options], start, end }) {
      if (callee.type !== 'Identifier' || callee.name !== 'createRoute') return;
      if (options?.type !== 'ObjectExpression') throw new Error(`The route at ${start} has no options.`);
      const option = (name: string) => {
        for (const each of options.properties)
          if (each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name)
            return each.value;
        return undefined;
      };
      const path = option('path');
      const parent = option('getParentRoute');
      // Layouts have an id instead of a path.
      if (path === undefined && option('id') !== undefined) return;
      if (path?.type !== 'Literal' || typeof path.value !== 'string')
        throw new Error(`The route at ${start} has no path.`);
      const isOfHome =
        parent?.type === 'ArrowFunctionExpression' &&
        parent.body.type === 'Identifier' &&
        parent.body.name === HOME;
      const address = `/${isOfHome ? `${HOME}/` : ''}${path.value.replace(/^\//, '')}`;
      routes.push({ address, start, end });
    },
    ImportExpression({ source: named, start }) {
      if (named.type === 'Literal' && typeof named.value === 'string')
        imports.push({ module: named.value, start });
    },
  }).visit(parseSync('router.tsx', source).program);
  return routes.map(({ address, start, end }) => ({
    address,
    modules: imports.filter((each) => each.start > start && each.start < end).map(({ module }) => module),
  }));
}
