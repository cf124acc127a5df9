import { splitTitle } from '@omicon/domain/lineage.ts';
import { parseNetworkName, restoreNetworkName } from '@omicon/domain/network-name.ts';
import { matchRNames } from '@omicon/domain/r-names.ts';
import { eachTableRow } from './csv-rows.ts';
import { attribute, readAttributes, requiredAttribute } from './read-attributes.ts';
import { FileReading, quote, ReadLog } from './read-log.ts';
import type { AnalysisRecord, Attributes, FileTree, Read, UnitOf } from './records.ts';

/**
 * An analysis: its attributes, who ran it and when, its one input data set, and the statistics of its networks.
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
  const networkStatistics: AnalysisRecord['networkStatistics'] = new Map();
  let emptied = project.emptied + (session?.emptied ?? 0);
  for (const path of unit.networkStatistics) {
    const read = await readNetworkStatistics(tree, path, { unit, log });
    emptied += read.emptied;
    for (const [network, values] of read.record ?? []) networkStatistics.set(network, values);
  }
  const file = new FileReading(tree, unit.projectAttributes, log);
  const given = project.record ?? new Map<string, string | null>();
  const record: AnalysisRecord = {
    title: project.record === null ? '' : requiredAttribute(file, given, 'Title'),
    owner: attribute(given, 'Owner'),
    analyst: attribute(given, 'Analyst') ?? attribute(session?.record ?? new Map(), 'Analyst'),
    creation_date: readDate(file, given, session?.record ?? new Map()),
    inputDataSet: project.record === null ? '' : readInput(file, given),
    attributes: given,
    networkStatistics,
  };
  return { record: log.count === before ? record : null, faults: log.faults(), emptied };
}

/** "Title Version" of exactly one data set. */
function readInput(file: FileReading, attributes: Attributes): string {
  const input = requiredAttribute(file, attributes, 'Input Datasets');
  if (input === '') return '';
  const versions = input.match(/(?<=\s)[A-Z]{1,2}(?:\.[0-9]{1,6})+(?=$|[\s;,|])/g) ?? [];
  if (versions.length > 1) {
    file.wrong(
      null,
      'Value',
      `Input Datasets names ${versions.length} data sets; an analysis has exactly one.`,
    );
  } else if (splitTitle(input) === null) {
    file.wrong(
      null,
      'Value',
      `Input Datasets is ${quote(input)}; a title and a version code such as A.1.1 are expected.`,
    );
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
 * @returns null when the text is neither or no day of the calendar
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

function readDate(file: FileReading, project: Attributes, session: Attributes): string | null {
  const text = attribute(project, 'Creation Date') ?? attribute(session, 'Date');
  if (text === null) return null;
  const date = parseLabDate(text);
  if (date === null)
    file.wrong(null, 'Value', `${quote(text)} is not a date such as 2022-01-10 or January-10-2022.`);
  return date;
}

interface StatisticsContext {
  unit: UnitOf<'analysis'>;
  log: ReadLog;
}

/** Network statistics: a row per statistic, a column per network, whose names R may have mangled. */
async function readNetworkStatistics(
  tree: FileTree,
  path: string,
  { unit, log }: StatisticsContext,
): Promise<Read<AnalysisRecord['networkStatistics']>> {
  const file = new FileReading(tree, path, log);
  const statistics: AnalysisRecord['networkStatistics'] = new Map();
  let written: string[] = [];
  const columns: Map<string, string | null>[] = [];
  await eachTableRow(file, {
    header([first = '', ...names]) {
      if (first.toLowerCase() !== 'network') throw file.refusal(1, 1, 'The first cell must be "Network".');
      written = names;
      for (const _ of names) columns.push(new Map());
    },
    row([statistic = '', ...cells], line) {
      const name = statistic.trim();
      if (name === '') file.wrong(line, 1, 'The statistic has no name.');
      else if (columns[0]?.has(name)) file.wrong(line, 1, `The statistic ${quote(name)} comes twice.`);
      for (const [at, column] of columns.entries()) column.set(name, file.text(cells[at] ?? ''));
    },
  });
  const folders = unit.networks.map((network) => network.name);
  const matched = matchRNames(written, folders);
  for (const [at, name] of written.entries()) {
    const values = columns[at] ?? new Map<string, string | null>();
    const network = matched[at] ?? findByParameters(values, folders) ?? restoreNetworkName(name);
    if (statistics.has(network)) file.wrong(1, at + 2, `The network ${quote(network)} comes twice.`);
    statistics.set(network, values);
  }
  return file.result(statistics);
}

/** The folder whose parameters a column of FindModules 0.99 states; that generation only numbers its networks. */
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
