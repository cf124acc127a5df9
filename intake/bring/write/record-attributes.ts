/** Files of attributes of the collection and its data sets. */
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import { uniqueIdentifierOf } from './feature-metadata.ts';
import { quotedLine } from './text.ts';
import { scaleName, writtenScale } from './transformations.ts';

export interface Origin {
  /** name and version of the program */
  program: string;
  sources: readonly { name: string; sha256: string }[];
}

export interface Sizes {
  samples: number;
  features: number;
  individuals: number | null;
}

/** A longer technology is no part of a title. */
const MAX_TECHNOLOGY = 15;
const MAX_PARAMETERS = 20_000;

function attributeLines(attributes: readonly (readonly [string, string])[]): string[] {
  return [
    quotedLine(['Attribute', 'Value']),
    ...attributes.map(
      ([name, value]) => `${quotedLine([name])},"${value.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`,
    ),
  ];
}

function attributeChoices({ attributes }: DataMap): string {
  const kept = attributes.filter(({ is_kept }) => is_kept);
  const choices = kept.map(({ column, name, role, missing, values }) => {
    const changed = Object.entries(values).map(([from, to]) => `${from} = ${to}`);
    const details = [
      ...(role === null ? [] : [`role ${role}`]),
      ...(missing.length === 0 ? [] : [`missing ${missing.join(' / ')}`]),
      ...(changed.length === 0 ? [] : [changed.join(' / ')]),
    ];
    return `${column} as ${name}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  });
  return choices.length === 0 ? 'none' : choices.join(', ');
}

/** Every choice of a map in one line. */
export function parametersOf(map: DataMap): string {
  const parameters = [
    `values: ${map.matrix}`,
    `samples: ${map.sheet ?? 'no sheet'}`,
    `samples in ${map.samples_in}`,
    `identifiers: ${map.id_column} (${map.id_kind})`,
    `annotation: ${map.annotation_columns.join(', ') || 'none'}`,
    `left out: ${map.left_out.join(', ') || 'none'}`,
    `names of samples: ${map.label_column ?? 'of the values'}`,
    `attributes: ${attributeChoices(map)}`,
    `decimal mark: ${map.has_decimal_commas ? 'comma' : 'point'}`,
    `scale: ${map.scale}`,
    `transformation: ${
      map.transformation === 'log2 CPM'
        ? 'log2 CPM = log2((count + 0.5) / (library size + 1) x 10^6)'
        : map.transformation
    }`,
    `confirmed: ${map.confirmed.join(', ') || 'nothing'}`,
  ].join('; ');
  return parameters.length <= MAX_PARAMETERS ? parameters : `${parameters.slice(0, MAX_PARAMETERS)}...`;
}

function originLines({ program, sources }: Origin, map: DataMap): [string, string][] {
  return [
    ['Source Files', sources.map(({ name, sha256 }) => `${name} (SHA-256 ${sha256})`).join('; ')],
    ['Program', program],
    ['Parameters', parametersOf(map)],
  ];
}

function availabilityOf({ visibility }: DataMap): string {
  return visibility === 'public' ? 'Public' : 'Private';
}

/** The file of attributes of the collection. */
export function collectionAttributes(map: DataMap, sizes: Sizes, origin: Origin): string[] {
  return attributeLines([
    ['Title', map.title],
    ['Source', map.source],
    ['Accession ID', map.accession],
    ['PubMed ID', map.pubmed_id],
    ['Number of Individuals', sizes.individuals === null ? '' : String(sizes.individuals)],
    ['Number of Samples', String(sizes.samples)],
    ['Availability', availabilityOf(map)],
    ['Notes', map.notes],
    ...originLines(origin, map),
  ]);
}

/** The technology as titles have it: the laboratory's titles say RNA-seq where the technology is Sequencer. */
function technologyInTitle({ technology, analyte }: DataMap): string {
  if (technology === 'Sequencer') return /rna/i.test(analyte) || analyte === '' ? 'RNA-seq' : 'sequencing';
  return technology.length <= MAX_TECHNOLOGY ? technology : '';
}

/** EXT says that the values were made elsewhere. @param what tells the data set from the others, such as counts */
export function dataSetTitle(map: DataMap, what: string): string {
  return [map.title.trim(), technologyInTitle(map), what, 'EXT'].filter((word) => word !== '').join(' ');
}

/** What one data set of the collection is: the counts as they were, or the values after the transformation. */
export interface WrittenDataSet {
  /** DS1 or DS2 */
  name: string;
  isSource: boolean;
  version: string;
}

/** The file of attributes of a data set. */
export function dataSetAttributes(
  map: DataMap,
  { isSource, version }: Omit<WrittenDataSet, 'name'>,
  { sizes, origin }: { sizes: Sizes; origin: Origin },
): string[] {
  const hasTransformation = !isSource && map.transformation !== 'none';
  return attributeLines([
    ['Title', dataSetTitle(map, isSource ? scaleName(map.scale) : '')],
    ['Version', version],
    ['Source', map.source],
    ['Accession ID', map.accession],
    ['PubMed ID', map.pubmed_id],
    ['Technology', map.technology],
    ['Platform', map.platform],
    ['Analyte', map.analyte],
    ['Unique Identifier', uniqueIdentifierOf(map.id_kind)],
    ['Mapping Tables', ''],
    ['Number of Features', String(sizes.features)],
    ['Number of Samples', String(sizes.samples)],
    ['Quantification Scale', isSource ? scaleName(map.scale) : writtenScale(map)],
    ['Transformations', hasTransformation ? map.transformation : ''],
    ['Availability', availabilityOf(map)],
    ['Notes', map.notes],
    ...originLines(origin, map),
  ]);
}
