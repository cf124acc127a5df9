/** Import rules of `npm run check`: which folder may import from which. Paths are regular expressions. */
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';

const SERVER_CODE = 'node_modules/(pg|pg-copy-streams|kysely|fastify)/';
const UI_LIBRARIES = 'node_modules/(react|react-dom)/';
const DRIVERS = 'node_modules/(pg|pg-copy-streams)/';
/** Tests and what serves only them may look into rooms above. */
const TESTS = String.raw`\.(test|journey)\.tsx?$|/test-[\w-]+\.tsx?$|/test-[\w-]+/`;

interface Edge {
  from: string;
  to: string;
  /** of these imports, those that are allowed */
  but?: string[];
}

/** Forbids imports of files that match `to` in files that match `from`, tests excepted. @param name the rule, as a sentence */
function never(name: string, { from, to, but = [] }: Edge): IForbiddenRuleType {
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: to, ...(but.length === 0 ? {} : { pathNot: but }) },
  };
}

/** Floors of a folder from the bottom up, each of one room or of several: none imports from above or from beside. */
function floors(folder: string, ...stack: (string | string[])[]): IForbiddenRuleType[] {
  const levels = stack.map((floor) => [floor].flat());
  return levels.flatMap((rooms, level) =>
    rooms.flatMap((room) => {
      const closed = [...rooms.filter((other) => other !== room), ...levels.slice(level + 1).flat()];
      if (closed.length === 0) return [];
      const name = `${folder}${room}/ imports nothing of what is above or beside it: ${closed.join(', ')}.`;
      return never(name, { from: `^${folder}${room}/`, to: `^${folder}(${closed.join('|')})/` });
    }),
  );
}

const FORBIDDEN: IForbiddenRuleType[] = [
  {
    name: 'Imports form no circle, not even those of types.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  ...floors(
    '',
    'domain',
    ['contract', 'intake', 'search-index'],
    ['pipeline', 'routes'],
    'demo',
    ['server', 'web'],
    'scripts',
    'journeys',
    'bench',
    'faults',
  ),
  never('Measurements and fault runs share with journeys what starts a portal and a browser.', {
    from: '^(bench|faults)/',
    to: '^journeys/',
    but: ['^journeys/(harness|browser)/'],
  }),
  never('contract/ knows how calls are written, not how they are answered.', {
    from: '^contract/',
    to: SERVER_CODE,
  }),
  never('domain/ is true without a database or a screen.', {
    from: '^domain/',
    to: `${SERVER_CODE}|${UI_LIBRARIES}|node_modules/zod/`,
  }),
  never('intake/, pipeline/ and demo/ read and write files, not rows.', {
    from: '^(intake|pipeline|demo)/',
    to: SERVER_CODE,
  }),
  never('web/ shares code with the server in contract/ and domain/.', {
    from: '^web/',
    to: `^(intake|search-index|pipeline|demo)/|${SERVER_CODE}`,
  }),
  never('server/ draws nothing.', { from: '^server/', to: UI_LIBRARIES }),

  ...floors('journeys/', 'harness', 'browser'),
  ...floors('search-index/', 'kit', 'read', ['write', 'match'], 'result-rows', 'parts'),
  ...floors('server/', 'base', 'records', 'areas'),
  ...floors(
    'server/base/',
    ['postgres', 'limits'],
    ['store', 'sign-in'],
    'jobs',
    'http',
    'connections',
    'pages',
    'api-reference',
  ),
  never('server/base/ knows no records.', { from: '^server/base/', to: '^(intake|demo)/' }),
  never(
    'server/compute/ takes values and returns statistics: of base/ it uses store/, limits/ and errors.ts.',
    {
      from: '^server/compute/',
      to: '^server/(base|records|areas)/',
      but: ['^server/base/(store/|limits/|errors\\.ts)'],
    },
  ),
  never('Areas of the server do not import each other; the one open door is notifications/notify.ts.', {
    from: '^server/areas/([^/]+)/',
    to: '^server/areas/[^/]+/',
    but: ['^server/areas/$1/', '^server/areas/notifications/notify\\.ts$'],
  }),
  never('Drivers belong to server/base/.', { from: '^server/(areas|records)/', to: DRIVERS }),

  ...floors('web/', 'base', 'ui', 'actions', 'areas', ['record-page', 'layout'], 'screens'),
  never('Areas of the web application do not import each other; screens combine them.', {
    from: '^web/areas/([^/]+)/',
    to: '^web/areas/[^/]+/',
    but: ['^web/areas/$1/'],
  }),
  ...floors('web/ui/', 'files', 'grid', 'plot'),
];

/** Folders whose imports follow the rules. */
const ROOMS = [
  'domain',
  'contract',
  'routes',
  'intake',
  'search-index',
  'pipeline',
  'demo',
  'server',
  'web',
  'bench',
  'faults',
  'scripts',
  'journeys',
];

export interface Imports {
  modules: number;
  /** `from` and `to` are paths below the root */
  forbidden: { rule: string; from: string; to: string }[];
}

/** Reads all imports below a root, also those of types, and those that break a rule. */
export async function readImports(root: string, rooms: readonly string[] = ROOMS): Promise<Imports> {
  const { output } = await cruise(
    [...rooms],
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: FORBIDDEN },
      // TypeScript 7 has no programming interface that the default parser knows.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^(web/dist|var)/' },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  );
  if (typeof output === 'string') throw new Error(output);
  const { totalCruised, violations } = output.summary;
  const forbidden = violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { modules: totalCruised, forbidden };
}
