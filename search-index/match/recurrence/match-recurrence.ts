/** Modules whose signal recurs in the data sets that have a value of an attribute. */
import type { Recurrence, RecursRule } from '@omicon/domain/query/rules/recurs.ts';
import { type Catalog, mayRead, type Reader, type Viewer } from '../../read/catalog-entries.ts';
import { audienceOf, type ModuleGroups, viewerOfAudience } from '../../read/module-groups.ts';
import type { SampleColumns, TermIds } from '../samples.ts';
import { fieldTest, prepareSampleTest } from '../select.ts';

/** In how many of some data sets a signal is found, and is not although it could be. */
interface Tally {
  found: number;
  absent: number;
}

const HOLDS: Readonly<Record<Recurrence, (tally: Tally) => boolean>> = {
  all: ({ found, absent }) => found > 0 && absent === 0,
  any: ({ found }) => found > 0,
  none: ({ found, absent }) => found === 0 && absent > 0,
};

interface RecurrenceContext {
  catalog: Catalog;
  groups: ModuleGroups;
  samples: SampleColumns;
  terms: TermIds;
  reader: Reader;
}

/**
 * The reader of a search for meta-modules. It is never split, as the audience decides which there are.
 * @throws Error for a part of a search
 */
export function wholeReader(reader: Reader): Viewer {
  if ('records' in reader) throw new Error('A part of a search cannot tell the meta-modules.');
  return reader;
}

/** Numbers of the data sets that the reader's audience may read, and that have the value, or a sample with it. */
async function chooseDataSets(
  context: RecurrenceContext,
  { condition }: RecursRule,
): Promise<ReadonlySet<number>> {
  const { catalog } = context;
  const audience = viewerOfAudience(audienceOf(wholeReader(context.reader)));
  const hasSample = await prepareSampleTest(context, { combinator: 'and', not: false, rules: [condition] });
  const hasValue = fieldTest(catalog, 'dataset')(condition);
  const chosen = catalog.dataSets.filter(
    (entry) => mayRead(entry, audience) && (hasValue(entry) || hasSample(entry)),
  );
  return new Set(chosen.map(({ number }) => number));
}

/** Returns a test of a rule of recurrence by module id. Modules that the atlas does not have never satisfy it. */
export async function prepareRecurrenceTest(
  context: RecurrenceContext,
  rule: RecursRule,
): Promise<(module: number) => boolean> {
  const { catalog, groups } = context;
  const audience = audienceOf(wholeReader(context.reader));
  const { meta, recurring } = await groups.load(catalog, audience);
  const { compared, found, absent } = await groups.loadPlaces(catalog, audience);
  const chosen = (await chooseDataSets(context, rule)).intersection(compared);
  const holds = HOLDS[rule.recurrence];
  const countOf = (dataSets: readonly number[] = []) =>
    dataSets.reduce((count, number) => (chosen.has(number) ? count + 1 : count), 0);
  const known = new Map<number, boolean>();
  const metaModuleHolds = (number: number) => {
    const holdsHere =
      known.get(number) ?? holds({ found: countOf(found.get(number)), absent: countOf(absent.get(number)) });
    known.set(number, holdsHere);
    return holdsHere;
  };
  // Without a meta-module, a signal is found in its own data set; that it is absent from others is not known.
  const aloneHolds = (module: number) => {
    const own = catalog.networks[(catalog.networkOfModule[module] ?? 0) - 1]?.dataSet.number ?? 0;
    if (!chosen.has(own)) return false;
    return rule.recurrence === 'any' || (rule.recurrence === 'all' && chosen.size === 1);
  };
  return (module) => {
    if ((recurring[module] ?? 0) === 0) return false;
    const number = meta[module] ?? 0;
    return number > 0 ? metaModuleHolds(number) : aloneHolds(module);
  };
}
