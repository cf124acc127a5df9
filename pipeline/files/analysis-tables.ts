/** Tables beside the networks of an analysis: attributes, session, statistics of all networks, features left out. */
import path from 'node:path';
import { MERGE_PARAMETER } from '@omicon/domain/pipeline/networks/find-network.ts';
import { attributeTable, quotedLine, writeTable } from './csv.ts';
import { type NetworkColumn, networkStatisticsLines } from './network-tables.ts';
import { PROGRAM } from './program.ts';

/** What people say about an analysis. */
export interface AnalysisAttributes {
  title: string;
  /** title and version of the data set */
  inputDataSet: string;
  owner: string;
  analyst: string;
  /** yyyy-mm-dd */
  creationDate: string;
  availability: 'Public' | 'Private';
  notes: string;
}

/** What modules were sought with. */
export interface SearchParameters {
  cells: readonly { relative: number; minSize: number }[];
  geneSets: readonly { source: string }[];
}

/** `relative threshold / minimum size: 0.99 / 8, 0.98 / 10; gene sets: 70 of MY`. */
function parametersOf({ cells, geneSets }: SearchParameters): string {
  const sources = Map.groupBy(geneSets, ({ source }) => source);
  const tested = [...sources].map(([source, sets]) => `${sets.length} of ${source}`);
  return [
    `relative threshold / minimum size: ${cells.map(({ relative, minSize }) => `${relative} / ${minSize}`).join(', ')}`,
    `gene sets: ${tested.join(', ') || 'none'}`,
  ].join('; ');
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A day as SessionInfo writes it: `March-18-2024`. */
function sessionDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${MONTHS[Number(month) - 1] ?? ''}-${date}-${year}`;
}

/**
 * Writes the tables of an analysis.
 * @param tables `columns` are the networks with modules, in the order of the laboratory; `excluded` identifiers of
 * features that do not vary, `search` what was asked for
 */
export async function writeAnalysisTables(
  folder: string,
  tables: {
    stem: string;
    attributes: AnalysisAttributes;
    columns: readonly NetworkColumn[];
    search: SearchParameters;
    excluded: readonly string[];
    hasMangledNames?: boolean;
  },
): Promise<void> {
  const { stem, attributes, columns, search, excluded, hasMangledNames = false } = tables;
  const at = (name: string) => path.join(folder, name);
  const project = attributeTable([
    ['Title', attributes.title],
    ['Owner', attributes.owner],
    ['Analyst', attributes.analyst],
    ['Input Datasets', attributes.inputDataSet],
    ['Creation Date', attributes.creationDate],
    ['Availability', attributes.availability],
    ['Similarity', 'Bicor'],
    ['Overlap', 'None'],
    ['Merge By', 'ME'],
    ['Merge Parameter', MERGE_PARAMETER],
    ['Parameters', parametersOf(search)],
    ['Program', PROGRAM],
    ['Notes', attributes.notes],
  ]);
  await writeTable(at(`${stem}_project_attributes.csv`), project);
  const session = attributeTable([
    ['Analyst', attributes.analyst],
    ['Date', sessionDate(attributes.creationDate)],
  ]);
  await writeTable(at(`${stem}_SessionInfo.csv`), session);
  const features = excluded.map((identifier) => quotedLine([identifier]));
  await writeTable(at(`${stem}_Excluded_genes_with_0_variance.csv`), [quotedLine(['Feature']), ...features]);
  const statistics = networkStatisticsLines(columns, hasMangledNames);
  await writeTable(at(`Bicor-None_p2_${stem}_network_statistics.csv`), statistics);
}
