import type { DataSetPaths, UnitOf } from '../records.ts';
import { quote } from '../text/read-log.ts';
import { compareNames, folderOf, nameOf, type Planning, withoutStamp } from './planning.ts';

const COLLECTION_ATTRIBUTES = /^(.*?)_?DC_attributes.*\.csv$/;
const COLLECTION_FOLDER = /^(.+)_makeDC_\d\d-\d\d-\d\d$/;
const LOADED_ATTRIBUTES = /^(.*DS\d+)_attributes(.*)\.csv$/;
const LOADED_FOLDER = /^(.+_DS\d+)_\d\d-\d\d-\d\d$/;

/**
 * Plans data collections: every folder with collection attributes or with a name from makeDC, with its loaded data
 * sets.
 */
export function planCollections(planning: Planning): UnitOf<'data-collection'>[] {
  const units: UnitOf<'data-collection'>[] = [];
  for (const folder of planning.folders) {
    const attributes = planning.filesIn(folder).filter((path) => COLLECTION_ATTRIBUTES.test(nameOf(path)));
    const named = COLLECTION_FOLDER.exec(nameOf(folder))?.[1];
    const [first] = attributes;
    const name = named ?? (first === undefined ? undefined : COLLECTION_ATTRIBUTES.exec(nameOf(first))?.[1]);
    if (name === undefined) continue;
    const unit = planCollection(planning, { folder, name, attributes });
    if (unit !== null) units.push(unit);
  }
  return units;
}

interface CollectionFolder {
  folder: string;
  name: string;
  attributes: string[];
}

function planCollection(planning: Planning, found: CollectionFolder): UnitOf<'data-collection'> | null {
  const { folder, name } = found;
  const files = planning.filesBelow(folder);
  planning.claim(files);
  const attributes = only(planning, found.attributes, `${folder}/${name}_DC_attributes.csv`);
  const samples = planning.filesIn(folder).filter((path) => /sample_attributes.*\.csv$/.test(nameOf(path)));
  const sampleAttributes = only(planning, samples, `${folder}/${name}_sample_attributes.csv`);
  const dataSets: DataSetPaths[] = [];
  for (const subfolder of planning.subfoldersOf(folder)) {
    if (!isLoadedFolder(planning, subfolder)) continue;
    const paths = planLoaded(planning, subfolder);
    if (paths !== null) dataSets.push(paths);
  }
  if (attributes === null || sampleAttributes === null) return null;
  return {
    kind: 'data-collection',
    title: name,
    files,
    name,
    folder,
    attributes,
    sampleAttributes,
    dataSets,
  };
}

/** Plans loaded data sets without their collection. */
export function planLoneLoaded(planning: Planning): UnitOf<'data-set'>[] {
  const units: UnitOf<'data-set'>[] = [];
  for (const folder of planning.folders) {
    const files = planning.unclaimed(planning.filesIn(folder));
    if (files.length === 0 || !isLoadedFolder(planning, folder)) continue;
    const paths = planLoaded(planning, folder);
    planning.claim(files);
    if (paths === null) continue;
    const collection = /^(.*?)_?DS\d+_attributes/.exec(nameOf(paths.attributes))?.[1] ?? '';
    units.push({
      kind: 'data-set',
      title: nameOf(paths.analyte),
      files,
      folder,
      collection: collection || null,
      paths,
    });
  }
  return units;
}

function isLoadedFolder(planning: Planning, folder: string): boolean {
  return (
    LOADED_FOLDER.test(nameOf(folder)) ||
    planning.filesIn(folder).some((path) => LOADED_ATTRIBUTES.test(nameOf(path)))
  );
}

/** The four files of a loaded data set; null if one is missing. The analyte data may have any name. */
function planLoaded(planning: Planning, folder: string): DataSetPaths | null {
  const tables = planning.filesIn(folder).filter((path) => path.endsWith('.csv'));
  const find = (pattern: RegExp): string[] => tables.filter((path) => pattern.test(nameOf(path)));
  const [attributesFound] = find(LOADED_ATTRIBUTES);
  const parts = LOADED_ATTRIBUTES.exec(nameOf(attributesFound ?? ''));
  const stem = parts === null ? withoutStamp(nameOf(folder)) : `${parts[1]}${parts[2]}`;
  const attributes = only(planning, find(LOADED_ATTRIBUTES), `${folder}/${stem}_attributes.csv`);
  const sampleAttributes = only(
    planning,
    find(/sample_attributes/),
    `${folder}/${stem}_sample_attributes.csv`,
  );
  const featureMetadata = only(planning, find(/feature_metadata/), `${folder}/${stem}_feature_metadata.csv`);
  const expected = `${folder}/${stem}.csv`;
  const others = tables.filter(
    (path) => !/_attributes|sample_attributes|feature_metadata/.test(nameOf(path)),
  );
  const analyte = only(planning, others.includes(expected) ? [expected] : others, expected);
  if (attributes === null || sampleAttributes === null || featureMetadata === null || analyte === null)
    return null;
  return { analyte, attributes, sampleAttributes, featureMetadata };
}

/** The only file of its kind; adds a fault if there is none or more than one. */
function only(planning: Planning, found: string[], expected: string): string | null {
  const [first, second] = found;
  if (first === undefined) planning.missing(expected, `The file ${quote(nameOf(expected))} is missing.`);
  else if (second !== undefined) {
    planning.wrong(
      second,
      `${quote(nameOf(first))} and ${quote(nameOf(second))} cannot both be used; keep one.`,
    );
  }
  return first !== undefined && second === undefined ? first : null;
}

type Role = 'analyte' | 'attributes' | 'sampleAttributes' | 'featureMetadata';

interface RoleFile {
  role: Role;
  path: string;
  /** analyte name up to the last processing step; files with the same stem belong together */
  stem: string;
  /** tokens after the step, e.g. `_quantile` in `X_Qnorm_quantile.csv` */
  extra: string;
}

const COMPANION = /^(.+?)_(DS_attributes|sample_attributes|feature_metadata)(.*)\.csv$/;
const STEP = /^(.*_(?:outliers_removed|Qnorm|ComBat))(.*)$/;
const SUFFIX: Record<Role, string> = {
  analyte: '',
  attributes: '_DS_attributes',
  sampleAttributes: '_sample_attributes',
  featureMetadata: '_feature_metadata',
};

/**
 * Plans data sets made by SampleNetwork: analyte data, and companions of the same name with `_DS_attributes`,
 * `_sample_attributes` and `_feature_metadata` inserted.
 */
export function planDerived(planning: Planning): UnitOf<'data-set'>[] {
  const units: UnitOf<'data-set'>[] = [];
  for (const folder of planning.folders) {
    const files = planning.unclaimed(planning.filesIn(folder)).filter((path) => path.endsWith('.csv'));
    const present = new Set(files);
    for (const group of groupCompanions(files.flatMap((path) => roleOf(path, present)))) {
      const paths = planDerivedSet(planning, folder, group);
      const claimed = group.map((file) => file.path);
      planning.claim(claimed);
      if (paths === null) continue;
      const collection = collectionAbove(folder);
      units.push({
        kind: 'data-set',
        title: nameOf(paths.analyte),
        files: claimed,
        folder,
        collection,
        paths,
      });
    }
  }
  return units;
}

function roleOf(path: string, present: Set<string>): RoleFile[] {
  const name = nameOf(path);
  const [, base, companion, tail] = COMPANION.exec(name) ?? [];
  const analyteName = base === undefined ? name.slice(0, -'.csv'.length) : `${base}${tail}`;
  const [, step, extra = ''] = STEP.exec(analyteName) ?? [];
  const stem = step ?? analyteName;
  if (companion === 'DS_attributes') return [{ role: 'attributes', path, stem, extra }];
  const attributesPath = `${folderOf(path)}/${analyteName}_DS_attributes.csv`.replace(/^\//, '');
  if (step === undefined && !present.has(attributesPath)) return [];
  if (companion === 'sample_attributes') return [{ role: 'sampleAttributes', path, stem, extra }];
  if (companion === 'feature_metadata') return [{ role: 'featureMetadata', path, stem, extra }];
  return [{ role: 'analyte', path, stem, extra }];
}

/** Files with the same stem are one data set, unless a role would then have two files. */
function groupCompanions(files: RoleFile[]): RoleFile[][] {
  const byStem = Map.groupBy(files, (file) => file.stem);
  const groups: RoleFile[][] = [];
  for (const stem of [...byStem.keys()].sort(compareNames)) {
    const group = byStem.get(stem) ?? [];
    const roles = new Set(group.map((file) => file.role));
    if (roles.size === group.length) groups.push(group);
    else groups.push(...Map.groupBy(group, (file) => file.extra).values());
  }
  return groups;
}

function planDerivedSet(planning: Planning, folder: string, group: RoleFile[]): DataSetPaths | null {
  const known = group.find((file) => file.role === 'analyte') ?? group[0];
  const stem = `${known?.stem}${known?.extra}`;
  const pathOf = (role: Role): string | null => {
    const found = group.filter((file) => file.role === role).map((file) => file.path);
    return only(planning, found, `${folder === '' ? '' : `${folder}/`}${stem}${SUFFIX[role]}.csv`);
  };
  const analyte = pathOf('analyte');
  const attributes = pathOf('attributes');
  const sampleAttributes = pathOf('sampleAttributes');
  const featureMetadata = pathOf('featureMetadata');
  if (attributes === null || sampleAttributes === null || featureMetadata === null || analyte === null)
    return null;
  return { analyte, attributes, sampleAttributes, featureMetadata };
}

/**
 * Name of the collection folder above a run: the one over `[all/ | by_region/]makeSN[_tag]/` or makeFM.
 * @returns null if the run has no parent folders
 */
export function collectionAbove(folder: string): string | null {
  const parts = folder.split('/');
  const at = parts.findLastIndex((part) => /^make(SN|FM)(_|$)/.test(part));
  const parent = parts[at - 1] === 'all' || parts[at - 1] === 'by_region' ? at - 2 : at - 1;
  return at < 0 ? null : (parts[parent] ?? null);
}

/** Assigns the other files of a SampleNetwork run (figures, logs) to the first data set of their folder or run. */
export function claimRunFiles(planning: Planning, units: UnitOf<'data-set'>[]): void {
  const give = (files: string[], unit: UnitOf<'data-set'>): void => {
    const rest = planning.unclaimed(files);
    unit.files.push(...rest);
    planning.claim(rest);
  };
  for (const unit of units) {
    const isRun = /(^|\/)(make(SN|DC)(_|\/|$)|[^/]*_make(SN|DC)_)/.test(unit.folder);
    give(isRun ? planning.filesBelow(unit.folder) : [], unit);
  }
  for (const unit of units) {
    for (let folder = folderOf(unit.folder); folder !== ''; folder = folderOf(folder)) {
      if (/_(makeSN_\d\d-\d\d-\d\d|SampleNetworks)$/.test(nameOf(folder)))
        give(planning.filesBelow(folder), unit);
    }
  }
}
