import { DEFINITION_NAMES, SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { parseNetworkName, repairNetworkName } from '@omicon/domain/records/names/network-name.ts';
import type { NetworkPaths, UnitOf } from '../records.ts';
import { quote, quoteName } from '../text/read-log.ts';
import { collectionAbove } from './plan-data-sets.ts';
import { folderOf, nameOf, type Planning, withoutStamp } from './planning.ts';

const PROJECT_ATTRIBUTES = /project_attributes.*\.csv$/;
const ANALYSIS_FOLDER = /^(.+)_makeFM_\d\d-\d\d-\d\d$/;

/** Plans analyses: every folder with project attributes, with a name from makeFM, or with covariation networks. */
export function planAnalyses(planning: Planning): UnitOf<'analysis'>[] {
  const foldersWithNetworks = new Set(
    planning.folders.filter((folder) => parseNetworkName(nameOf(folder)) !== null).map(folderOf),
  );
  const units: UnitOf<'analysis'>[] = [];
  for (const folder of planning.folders) {
    const hasAttributes = planning.filesIn(folder).some((path) => PROJECT_ATTRIBUTES.test(nameOf(path)));
    if (!hasAttributes && !foldersWithNetworks.has(folder) && !ANALYSIS_FOLDER.test(nameOf(folder))) continue;
    const unit = planAnalysis(planning, folder);
    if (unit !== null) units.push(unit);
  }
  return units;
}

function planAnalysis(planning: Planning, folder: string): UnitOf<'analysis'> | null {
  const project = ANALYSIS_FOLDER.exec(nameOf(folder))?.[1] ?? '*';
  const files = planning.filesBelow(folder);
  planning.claim(files);
  const here = planning.filesIn(folder);
  const [projectAttributes, second] = here.filter((path) => PROJECT_ATTRIBUTES.test(nameOf(path)));
  const networkStatistics = here.filter((path) => /network_statistics.*\.csv$/.test(nameOf(path)));
  const networks = planning
    .subfoldersOf(folder)
    .map((subfolder) => planNetwork(planning, subfolder))
    .filter((network) => network !== null);
  if (networkStatistics.length === 0) {
    planning.missing(
      `${folder}/*_network_statistics.csv`,
      'The network statistics of the analysis are missing.',
    );
  }
  if (second !== undefined) {
    planning.wrong(second, `${quote(nameOf(second))} is a second file of project attributes; keep one.`);
  }
  if (projectAttributes === undefined) {
    planning.missing(
      `${folder}/${project}_project_attributes.csv`,
      'The attributes of the analysis are missing.',
    );
    return null;
  }
  return {
    kind: 'analysis',
    title: withoutStamp(nameOf(folder)),
    files,
    folder,
    collection: collectionAbove(folder),
    projectAttributes,
    sessionInfo: here.find((path) => /SessionInfo.*\.csv$/.test(nameOf(path))) ?? null,
    networkStatistics,
    networks,
  };
}

const NETWORK_TABLE = /^(Module_eigengenes|kME_table|Module_statistics).*\.csv$/;

/**
 * Reports folders with almost the name of a network, or with its tables: they would otherwise be imported as plain
 * files.
 */
function refuseMisnamed(planning: Planning, folder: string): void {
  const name = nameOf(folder);
  const repairedName = repairNetworkName(name);
  if (repairedName !== null) {
    const isCopy = planning.subfoldersOf(folderOf(folder)).some((other) => nameOf(other) === repairedName);
    const sentence = isCopy
      ? `The folder ${quoteName(name)} looks like a copy of the network folder ${quoteName(repairedName)}; remove one of the two.`
      : `The folder ${quoteName(name)} is not named as FindModules names a network; rename it to ${quoteName(repairedName)}.`;
    planning.wrong(folder, sentence);
  } else if (planning.filesIn(folder).some((path) => NETWORK_TABLE.test(nameOf(path)))) {
    planning.wrong(
      folder,
      `The folder ${quoteName(name)} holds the tables of a covariation network but is not named as one; its name looks like "Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548".`,
    );
  }
}

/** The files of a covariation network; null if the folder has no network name. */
function planNetwork(planning: Planning, folder: string): NetworkPaths | null {
  const parameters = parseNetworkName(nameOf(folder));
  if (parameters === null) {
    refuseMisnamed(planning, folder);
    return null;
  }
  const files = planning.filesBelow(folder);
  const name = nameOf(folder);
  const isEmpty = files.length === 0;
  const here = planning.filesIn(folder);
  const table = (start: string): string | null =>
    isEmpty ? null : findTable(planning, { folder, here, start });
  const read: Pick<NetworkPaths, 'eigengenes' | 'kmeTable' | 'statistics' | 'modulesPdf'> = {
    eigengenes: table('Module_eigengenes'),
    kmeTable: table('kME_table'),
    statistics: table('Module_statistics'),
    modulesPdf: here.find((path) => /^Modules(_.*)?\.pdf$/i.test(nameOf(path))) ?? null,
  };
  const enrichment = planEnrichment(planning, folder);
  const known = new Set([...Object.values(read), ...enrichment.map((one) => one.path)]);
  const otherFiles = files.filter((path) => !known.has(path));
  return { name, folder, parameters, isEmpty, ...read, enrichment, otherFiles };
}

interface TableSearch {
  folder: string;
  here: string[];
  start: string;
}

function findTable(planning: Planning, { folder, here, start }: TableSearch): string | null {
  const [first, second] = here.filter((path) => nameOf(path).startsWith(start) && path.endsWith('.csv'));
  if (second !== undefined) {
    planning.wrong(second, `The network has two ${start} files; keep the one of the last run.`);
  }
  if (first === undefined) {
    const stamps = here.map((path) => /_(\d\d-\d\d-\d\d)\.\w+$/.exec(nameOf(path))?.[1]);
    const stamp = stamps.find((found) => found !== undefined) ?? '*';
    planning.missing(`${folder}/${start}_${stamp}.csv`, `The file ${start} of the network is missing.`);
  }
  return first ?? null;
}

type Enrichment = NetworkPaths['enrichment'][number];

/**
 * Enrichment tables of a network: one .csv in each folder `GSHyperG..._<definition>`, or files with that name.
 * Tables of other definitions are kept as plain files.
 */
function planEnrichment(planning: Planning, folder: string): Enrichment[] {
  const found: Enrichment[] = [];
  const add = (name: string, findPath: () => string | null): void => {
    const what = parseEnrichmentName(name);
    const path = what === null ? null : findPath();
    if (what === null || path === null) return;
    if (found.some((other) => other.source === what.source && other.definition === what.definition)) {
      planning.wrong(
        path,
        `The network has two enrichment tables of ${what.source} and ${what.definition}; keep one.`,
      );
    } else found.push({ path, ...what });
  };
  for (const path of planning.filesIn(folder)) {
    if (path.endsWith('.csv')) add(nameOf(path).slice(0, -'.csv'.length), () => path);
  }
  for (const subfolder of planning.subfoldersOf(folder)) {
    add(nameOf(subfolder), () => {
      const tables = planning.filesIn(subfolder).filter((path) => path.endsWith('.csv'));
      const table = tables.find((path) => nameOf(path).includes('GSHyperG')) ?? tables[0];
      if (table === undefined) {
        planning.missing(`${subfolder}/${nameOf(subfolder)}.csv`, 'The enrichment table is missing.');
      }
      return table ?? null;
    });
  }
  return found;
}

/** `GSHyperG_MY_SETS_22-56-13_TOPMODPOSBC` is source `MY_SETS`, definition PosBC. */
function parseEnrichmentName(name: string): Omit<Enrichment, 'path'> | null {
  const [, middle = '', code = ''] = /GSHyperG(.*)_([A-Z]+)$/.exec(name) ?? [];
  const definition = SEARCHED_DEFINITIONS.find((each) => DEFINITION_NAMES[each].enrichmentCode === code);
  const source = withoutStamp(middle).replace(/^_+/, '');
  return definition === undefined ? null : { source: source || 'GSHyperG', definition };
}
