import type { UnitOf } from '../records.ts';
import { compareNames, folderOf, nameOf, type Planning } from './planning.ts';

const MAPPING_NAME = /^(.+?)_(PROBEID|ENSEMBL|ENTREZID|SYMBOL)_([A-Za-z0-9]+)\.csv$/;
const ORGANISM_NAME = '[A-Z][a-z]+(?:_[a-z]+)+';
/** `Mus_musculus_SYMBOL_Homo_sapiens.csv`: orthologues of two organisms, named in full. */
const ORTHOLOGUES_NAME = new RegExp(`^(${ORGANISM_NAME})_(SYMBOL)_(${ORGANISM_NAME})\\.csv$`);
const RELEASE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Plans mapping tables, one unit per file, in a folder `..._mapping_tables` inside a folder named by the release date.
 */
export function planMappingTables(planning: Planning): UnitOf<'mapping-table'>[] {
  const units: UnitOf<'mapping-table'>[] = [];
  const undated = new Set<string>();
  for (const path of planning.unclaimed().toSorted(compareNames)) {
    const parts = folderOf(path).split('/');
    const at = parts.findIndex((part) => part.endsWith('_mapping_tables'));
    const orthologues = ORTHOLOGUES_NAME.exec(nameOf(path));
    const [, prefix = '', from = '', target = ''] = orthologues ?? MAPPING_NAME.exec(nameOf(path)) ?? [];
    // In a table of orthologues the target is an organism, written as everywhere else.
    const to = target.replaceAll('_', ' ');
    if (at < 0 || from === '') continue;
    planning.claim([path]);
    const release = parts.slice(0, at).findLast((part) => RELEASE.test(part));
    if (release === undefined) {
      undated.add(parts.slice(0, at + 1).join('/'));
      continue;
    }
    const kind = from === 'PROBEID' ? 'platform' : 'organism';
    const about = prefix.replaceAll('_', ' ');
    const table = {
      name: nameOf(path).slice(0, -'.csv'.length),
      release,
      platform: null,
      organism: null,
      from,
      to,
    };
    const title = `${about} ${from} to ${to}`;
    units.push({ kind: 'mapping-table', title, files: [path], path, table: { ...table, [kind]: about } });
  }
  for (const folder of undated) {
    const sentence =
      'The release date is not known; put the folder into one named by it, such as 2022-11-02.';
    planning.wrong(folder, sentence);
  }
  return units;
}

/** Plans gene sets: a legend with a file per set, and GMT files. */
export function planGeneSets(planning: Planning): UnitOf<'gene-sets'>[] {
  const units: UnitOf<'gene-sets'>[] = [];
  for (const folder of planning.folders) {
    const files = planning.unclaimed(planning.filesIn(folder));
    const legend = files.find((path) => /LEGEND.*\.csv$/i.test(nameOf(path))) ?? null;
    const sets = files.filter((path) => /^MOSET\d+\.csv$/.test(nameOf(path)));
    if (legend !== null) {
      const tables = files.filter((path) => path.endsWith('.csv'));
      planning.claim(tables);
      units.push({ kind: 'gene-sets', title: nameOf(folder), files: tables, legend, gmt: null, folder });
    } else if (sets.length > 0) {
      planning.claim(sets);
      planning.missing(`${folder}/MyGeneSetsLEGEND.csv`, 'The legend of the gene sets is missing.');
    }
    for (const gmt of files.filter((path) => path.endsWith('.gmt'))) {
      planning.claim([gmt]);
      const title = nameOf(gmt).slice(0, -'.gmt'.length);
      units.push({ kind: 'gene-sets', title, files: [gmt], legend: null, gmt, folder });
    }
  }
  return units;
}

/** Plans ontologies, one unit per OBO file. */
export function planOntologies(planning: Planning): UnitOf<'ontology'>[] {
  const paths = planning.unclaimed().filter((path) => path.endsWith('.obo'));
  planning.claim(paths);
  return paths.map((path) => ({
    kind: 'ontology',
    title: nameOf(path).slice(0, -'.obo'.length).toUpperCase(),
    files: [path],
    path,
  }));
}
