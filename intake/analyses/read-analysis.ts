import { matchRNames } from '@omicon/domain/identifiers/r-names.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { splitTitle } from '@omicon/domain/records/lineage.ts';
import { parseNetworkName, restoreNetworkName } from '@omicon/domain/records/names/network-name.ts';
import {
  attribute,
  readAttributes,
  requiredAttribute,
  wrongAttribute,
} from '../data-sets/read-attributes.ts';
import {
  type AnalysisRecord,
  AttributeTable,
  type FileTree,
  type Read,
  type StatedModules,
  type UnitOf,
} from '../records.ts';
import { eachTableRow } from '../text/csv-rows.ts';
import { FileReading, parseNumber, quote, quoteName, ReadLog } from '../text/read-log.ts';

/**
 * Reads an analysis: attributes, analyst, date, its one input data set, and the statistics of its networks.
 * Networks are read one by one with `readNetwork` and `readEnrichment`.
 */
export async function readAnalysis(
  tree: FileTree,
  unit: UnitOf<'analysis'>,
  log = new ReadLog(),
): Promise<Read<AnalysisRecord>> {
  const before = log.count;
  const project = await readAttributes(tree, unit.projectAttributes, log);
  const session = unit.sessionInfo === null ? null : await readAttributes(tree, unit.sessionInfo, log);
  const statistics: NetworkStatistics = { values: new Map(), finalModules: new Map(), headers: new Map() };
  let emptied = project.emptied + (session?.emptied ?? 0);
  for (const path of unit.networkStatistics) {
    const read = await readNetworkStatistics(tree, path, { unit, log });
    emptied += read.emptied;
    for (const [network, values] of read.record?.values ?? []) statistics.values.set(network, values);
    for (const [network, stated] of read.record?.finalModules ?? [])
      statistics.finalModules.set(network, stated);
    for (const [network, header] of read.record?.headers ?? []) statistics.headers.set(network, header);
  }
  compareFolders(tree, { unit, log, statistics });
  const file = new FileReading(tree, unit.projectAttributes, log);
  const attributes = project.record ?? new AttributeTable();
  const record: AnalysisRecord = {
    title: project.record === null ? '' : requiredAttribute(file, attributes, 'Title'),
    owner: attribute(attributes, 'Owner'),
    analyst: attribute(attributes, 'Analyst') ?? attribute(session?.record ?? new Map(), 'Analyst'),
    creation_date: readDate(attributes, session?.record ?? new AttributeTable(), {
      project: file,
      session: new FileReading(tree, unit.sessionInfo ?? unit.projectAttributes, log),
    }),
    inputDataSet: project.record === null ? '' : readInput(file, attributes),
    inputLine: attributes.lines.get('input datasets') ?? null,
    attributes: attributes,
    networkStatistics: statistics.values,
    finalModules: statistics.finalModules,
  };
  return { record: log.count === before ? record : null, faults: log.faults(), emptied };
}

/** "Title Version" of exactly one data set. */
function readInput(file: FileReading, attributes: AttributeTable): string {
  const name = 'Input Datasets';
  const input = requiredAttribute(file, attributes, name);
  if (input === '') return '';
  const versions = input.match(/(?<=\s)[A-Z]{1,2}(?:\.[0-9]{1,6})+(?=$|[\s;,|])/g) ?? [];
  if (versions.length > 1) {
    const sentence = `Input Datasets names ${versions.length} data sets; an analysis has exactly one.`;
    wrongAttribute(file, attributes, { name, sentence });
  } else if (splitTitle(input) === null) {
    const sentence = `Input Datasets is ${quote(input)}; a title and a version code such as A.1.1 are expected.`;
    wrongAttribute(file, attributes, { name, sentence });
  }
  return input;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * A date as ISO `2022-01-10`, from that form or from SessionInfo's `January-10-2022`.
 * @returns null if the text is neither, or not a valid date
 */
export function parseLabDate(text: string): string | null {
  const [, month = '', day = '', year = ''] = /^([A-Za-z]{3,9})[- ](\d{1,2})[-, ]+(\d{4})$/.exec(text) ?? [];
  const number = MONTHS.findIndex(
    (name) => name === month.toLowerCase() || name.slice(0, 3) === month.toLowerCase(),
  );
  const iso = number < 0 ? text : `${year}-${String(number + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

function readDate(
  project: AttributeTable,
  session: AttributeTable,
  files: { project: FileReading; session: FileReading },
): string | null {
  const created = attribute(project, 'Creation Date');
  const text = created ?? attribute(session, 'Date');
  if (text === null) return null;
  const date = parseLabDate(text);
  if (date !== null) return date;
  const name = created === null ? 'Date' : 'Creation Date';
  const sentence = `The ${name} ${quote(text)} is not a date such as 2022-01-10 or January-10-2022.`;
  if (created === null) wrongAttribute(files.session, session, { name, sentence });
  else wrongAttribute(files.project, project, { name, sentence });
  return null;
}

/** By network name. */
interface NetworkStatistics {
  values: AnalysisRecord['networkStatistics'];
  finalModules: Map<string, StatedModules>;
  /** file and column header of a network */
  headers: Map<string, { file: string; column: string }>;
}

/**
 * Reports networks that have modules according to the statistics but no folder, or an empty one: they would otherwise
 * be lost silently. FindModules 0.99 only numbers its networks; a number that matches no folder gives a warning.
 */
function compareFolders(
  tree: FileTree,
  { unit, log, statistics }: StatisticsContext & { statistics: NetworkStatistics },
): void {
  const folders = new Map(unit.networks.map((network) => [network.name, network]));
  for (const [network, { file, column }] of statistics.headers) {
    const stated = statistics.finalModules.get(network);
    const folder = folders.get(network);
    if (stated?.count === 0 || (folder !== undefined && !folder.isEmpty)) continue;
    const about = new FileReading(tree, file, log);
    const modules = stated === undefined ? '' : `, with ${countOf(stated.count, 'module')}`;
    if (folder === undefined && parseNetworkName(network) === null) {
      about.warn(
        1,
        column,
        `The column ${quote(column)} fits none of the network folders; its statistics are left out.`,
      );
    } else if (folder === undefined) {
      about.wrong(
        1,
        column,
        `The statistics name the network ${quoteName(network)}${modules}, but it has no folder here.`,
      );
    } else if (stated !== undefined) {
      const sentence = `The statistics give ${quoteName(network)} ${countOf(stated.count, 'module')}, but its folder is empty.`;
      about.wrong(stated.line, column, sentence);
    }
  }
  const [statisticsFile] = unit.networkStatistics;
  for (const { name, isEmpty } of statisticsFile === undefined ? [] : unit.networks) {
    // FindModules writes no statistics for a network without modules.
    if (isEmpty || statistics.headers.has(name) || log.count > 0) continue;
    const about = new FileReading(tree, statisticsFile ?? '', log);
    about.warn(1, null, `The network folder ${quoteName(name)} has no column in the network statistics.`);
  }
}

interface StatisticsContext {
  unit: UnitOf<'analysis'>;
  log: ReadLog;
}

/** Network statistics: a row per statistic, a column per network. R may have mangled the network names. */
async function readNetworkStatistics(
  tree: FileTree,
  path: string,
  { unit, log }: StatisticsContext,
): Promise<Read<NetworkStatistics>> {
  const file = new FileReading(tree, path, log);
  const statistics: NetworkStatistics = { values: new Map(), finalModules: new Map(), headers: new Map() };
  let finalModulesLine = 0;
  let headers: string[] = [];
  const columns: Map<string, string | null>[] = [];
  await eachTableRow(file, {
    header([first = '', ...names]) {
      if (first.toLowerCase() !== 'network') throw file.refusal(1, 1, 'The first cell must be "Network".');
      headers = names;
      for (const _ of names) columns.push(new Map());
    },
    row([statistic = '', ...cells], line) {
      const name = statistic.trim();
      if (name === '') file.wrong(line, 1, 'The statistic has no name.');
      else if (columns[0]?.has(name)) file.wrong(line, 1, `The statistic ${quote(name)} appears twice.`);
      if (name === 'FinalModules') finalModulesLine = line;
      for (const [at, column] of columns.entries()) column.set(name, file.text(cells[at] ?? ''));
    },
  });
  const folders = unit.networks.map((network) => network.name);
  const matched = matchRNames(headers, folders);
  for (const [at, name] of headers.entries()) {
    const values = columns[at] ?? new Map<string, string | null>();
    const network = matched[at] ?? findByParameters(values, folders) ?? restoreNetworkName(name);
    if (statistics.values.has(network))
      file.wrong(1, at + 2, `The network ${quoteName(network)} appears twice.`);
    statistics.values.set(network, values);
    statistics.headers.set(network, { file: path, column: name });
    const count = parseNumber(values.get('FinalModules') ?? '');
    if (typeof count === 'number' && Number.isInteger(count)) {
      statistics.finalModules.set(network, { file: path, line: finalModulesLine, column: name, count });
    }
  }
  return file.result(statistics);
}

/** The folder with the parameters in this column; FindModules 0.99 only numbers its networks. */
function findByParameters(values: Map<string, string | null>, folders: string[]): string | null {
  const isThreshold = (signum: number, statistic: string): boolean => {
    const value = values.get(statistic) ?? null;
    return value !== null && Number(Number(value).toPrecision(3)) === Number(signum.toPrecision(3));
  };
  const fitting = folders.filter((folder) => {
    const name = parseNetworkName(folder);
    if (name === null || Number(values.get('MinSize')) !== name.min_size) return false;
    if (Number(values.get('MergeParam')) !== name.merge_param) return false;
    return isThreshold(name.signum, 'RelSignum') || isThreshold(name.signum, 'Signum');
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
