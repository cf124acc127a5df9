import { compareVersionCodes } from '@omicon/domain/records/lineage.ts';
import { attribute, readAttributes } from '../data-sets/read-attributes.ts';
import type { FileTree, Plan, Unit, UnitOf } from '../records.ts';
import { planAnalyses } from './plan-analyses.ts';
import { planCellTypeReferences } from './plan-cell-types.ts';
import { claimRunFiles, planCollections, planDerived, planLoneLoaded } from './plan-data-sets.ts';
import { planGeneSets, planMappingTables, planOntologies } from './plan-resources.ts';
import { compareNames, folderOf, nameOf, Planning } from './planning.ts';

/**
 * Finds the units in a file tree, wherever they are, and reports missing files. Reads only the attributes of data sets,
 * collections and analyses, for their titles and version codes.
 */
export async function planIntake(tree: FileTree): Promise<Plan> {
  const planning = new Planning(tree);
  const collections = planCollections(planning);
  const analyses = planAnalyses(planning);
  const references = planCellTypeReferences(planning);
  const resources = [...planMappingTables(planning), ...planGeneSets(planning), ...planOntologies(planning)];
  for (const unit of references) unit.title = (await readTitle(tree, unit.attributes)).title ?? unit.title;
  const dataSets = [...planLoneLoaded(planning), ...planDerived(planning)];
  claimRunFiles(planning, dataSets);
  const units = [
    ...resources,
    ...references,
    ...(await sortByCollection(tree, { collections, dataSets, analyses })),
  ];
  warnOfUnneeded(planning, units);
  const ignored = ignore(planning);
  planning.claim(ignored.map((file) => file.path));
  const notUnderstood = planning.unclaimed();
  if (units.length === 0 && planning.faults.length === 0) {
    const sentence =
      'Nothing here is a collection, data set, analysis, mapping table, gene set, ontology or cell type reference.';
    planning.wrong(tree.entries[0]?.path ?? '', sentence);
  }
  return { units, notUnderstood, ignored, faults: planning.faults, warnings: planning.warnings };
}

const UNNEEDED: [RegExp, string][] = [
  [/^~\$/, 'a lock file that Office leaves behind'],
  [/^\.(RData|Rhistory|Rapp\.history)$/i, 'a file that R leaves behind'],
  [/\.RData$/i, 'a saved R workspace'],
  [/(\.(bak|orig|old|tmp|swp)|~)$/i, 'a backup or temporary file'],
  [/( - |[ _])(copy|kopie)( ?\(\d+\)| ?\d+)?\.\w+$|^(copy|kopie) (of|von) /i, 'a copy of another file'],
];

/** Warns of files in the folder of a unit that were probably not meant to be shared. */
function warnOfUnneeded(planning: Planning, units: readonly Unit[]): void {
  for (const unit of units) {
    for (const file of unit.files) {
      const what = UNNEEDED.find(([pattern]) => pattern.test(nameOf(file)))?.[1];
      if (what === undefined) continue;
      planning.warn(
        file,
        `This looks like ${what}; it is kept as a file of "${unit.title}". Leave it out if it is not needed.`,
      );
    }
  }
}

interface CollectionParts {
  collections: UnitOf<'data-collection'>[];
  dataSets: UnitOf<'data-set'>[];
  analyses: UnitOf<'analysis'>[];
}

/**
 * The collection with whose title that of a data set begins; null if none or several do. Archives that a portal made have
 * a folder for each record and none above, by which a derived data set would be known to belong to it.
 */
function collectionOfTitle(title: string, collections: CollectionParts['collections']): string | null {
  const matching = collections.filter((unit) => title.startsWith(`${unit.title} `));
  const longest = Math.max(...matching.map((unit) => unit.title.length));
  const [only, ...others] = matching.filter((unit) => unit.title.length === longest);
  return only === undefined || others.length > 0 ? null : only.name;
}

/** Per collection: the collection, its data sets by depth of version code; then the analyses of all collections. */
async function sortByCollection(tree: FileTree, parts: CollectionParts): Promise<Unit[]> {
  const names = new Map<string, string>();
  for (const unit of parts.collections) {
    // `<DC>/makeDC/<DC>_makeDC_...`: runs beside makeDC name the collection by the folder above both.
    const above = nameOf(folderOf(folderOf(unit.folder)));
    if (nameOf(folderOf(unit.folder)) === 'makeDC' && above !== '') names.set(above, unit.name);
    unit.title = (await readTitle(tree, unit.attributes)).title ?? unit.title;
  }
  const versions = new Map<Unit, string>();
  for (const unit of parts.dataSets) {
    unit.collection = names.get(unit.collection ?? '') ?? unit.collection;
    const { title, version } = await readTitle(tree, unit.paths.attributes);
    if (title !== null && version !== null) unit.title = `${title} ${version}`;
    unit.collection ??= collectionOfTitle(title ?? '', parts.collections);
    versions.set(unit, version ?? '');
  }
  for (const unit of parts.analyses) {
    unit.collection = names.get(unit.collection ?? '') ?? unit.collection;
    unit.title = (await readTitle(tree, unit.projectAttributes)).title ?? unit.title;
  }
  const units: Unit[] = [...parts.collections, ...parts.dataSets, ...parts.analyses];
  const step: Record<Unit['kind'], number> = {
    'mapping-table': 0,
    'gene-sets': 0,
    ontology: 0,
    'cell-type-reference': 0,
    'data-collection': 1,
    'data-set': 2,
    analysis: 3,
  };
  return units.toSorted(
    (a, b) =>
      // Analyses come last, since their input may be in any collection.
      Number(a.kind === 'analysis') - Number(b.kind === 'analysis') ||
      compareNames(collectionOf(a), collectionOf(b)) ||
      step[a.kind] - step[b.kind] ||
      compareVersionCodes(versions.get(a) ?? '', versions.get(b) ?? '') ||
      compareNames(a.title, b.title),
  );
}

function collectionOf(unit: Unit): string {
  if (unit.kind === 'data-collection') return unit.name;
  return unit.kind === 'data-set' || unit.kind === 'analysis' ? (unit.collection ?? '') : '';
}

/** Nulls if the file has faults, which the check reports. */
async function readTitle(
  tree: FileTree,
  path: string,
): Promise<{ title: string | null; version: string | null }> {
  const { record } = await readAttributes(tree, path);
  if (record === null) return { title: null, version: null };
  return { title: attribute(record, 'Title'), version: attribute(record, 'Version') };
}

/** What a portal adds to the archives that people download from it. */
const MANIFEST = /(?:^|\/)manifest\.csv$/;

/** Files without data of the laboratory, each with the reason. */
function ignore(planning: Planning): Plan['ignored'] {
  const rest = planning.unclaimed();
  const ofJson = new Set(rest.filter((path) => path.endsWith('.json')).map(folderOf));
  const all = new Set(planning.tree.entries.map((entry) => entry.path));
  return rest.flatMap((path) => {
    const reason = reasonToIgnore(path, { ofJson, all });
    return reason === null ? [] : [{ path, reason }];
  });
}

function reasonToIgnore(path: string, known: { ofJson: Set<string>; all: Set<string> }): string | null {
  const isNearRoot = path.split('/').length <= 2;
  if (path.endsWith('.md') || (path.endsWith('.txt') && isNearRoot)) return 'Documentation.';
  if (isNearRoot && MANIFEST.test(path)) return 'The list of files of an archive that a portal made.';
  if (path.endsWith('.sh')) return 'A shell script.';
  if (path.endsWith('.json')) return 'JSON is not a format of the laboratory.';
  if (path.endsWith('.tsv') && known.all.has(path.replace(/\.tsv$/, '.obo'))) {
    return 'The same ontology as a table; the OBO file is read.';
  }
  return known.ofJson.has(folderOf(path)) ? 'In a folder of JSON files.' : null;
}
