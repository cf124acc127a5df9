/**
 * The job that keeps the meta-modules of every audience current. What it computes of a data set or of a pair of data sets
 * is stored at once, so a killed job continues there; the meta-modules of an audience are replaced as a whole.
 */
import { createHash } from 'node:crypto';
import { ORGANISM_ATTRIBUTE } from '@omicon/domain/identifiers/orthologues.ts';
import { AUDIENCES, type Audience } from '@omicon/domain/permissions/audience.ts';
import { cohortsOf } from '@omicon/domain/statistics/recurrence/cohorts.ts';
import {
  inheritNumbers,
  listEvents,
  type NumberedGroup,
} from '@omicon/domain/statistics/recurrence/lasting-numbers.ts';
import { listPairs } from '@omicon/domain/statistics/recurrence/meta-modules.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { createNumbers } from '../../records/lists/numbers.ts';
import { ATLAS_JOB, invalidateSearches } from '../../records/search/corpus-version.ts';
import { type AtlasInput, type FoundAtlas, listMembers, makeAtlas, numberMetaModules } from './make-atlas.ts';
import { ATLAS_RULES, ensureMatches, ensureSet } from './recurring-sets.ts';
import {
  findMappingVersion,
  type InputNetwork,
  listNetworks,
  listSamples,
  type SamplesOfDataSet,
  signNetworks,
} from './sql-inputs.ts';
import * as statements from './sql-partition.ts';
import { deleteOtherSets } from './sql-sets.ts';

/** After this time the rest is left to another job, so that runs and tests in the same queue have their turn. */
const TURN_MS = 60_000;
const INDIVIDUAL_ATTRIBUTE = 'Individual';
/** Attributes of samples by which data sets are grouped. */
const SHOWN_ATTRIBUTES = [ORGANISM_ATTRIBUTE, 'Tissue', 'Disease'];

/** What an audience may read, with the recurring modules of each data set. */
interface Inputs {
  audience: Audience;
  /** stands for what the audience could read before it was read */
  signature: string;
  networks: InputNetwork[];
  samples: Map<number, SamplesOfDataSet>;
  dataSets: AtlasInput[];
}

function isReady({ kme_values_storage_key, number_of_symbols }: InputNetwork): boolean {
  return kme_values_storage_key !== null && number_of_symbols !== null;
}

/** What a computation is given: it ends when it is told to, and pauses when its time is over. */
interface Turn {
  signal: AbortSignal | undefined;
  isOver(): boolean;
}

/** Computes what is missing for the audience. @returns null if the time was over before */
async function readInputs(
  services: Services,
  audience: Audience,
  { signal, isOver }: Turn,
): Promise<Inputs | null> {
  const { db } = services;
  const signature = await signNetworks(db, audience);
  const [networks, mappings] = [await listNetworks(db, audience), await findMappingVersion(db)];
  const ready = [...Map.groupBy(networks.filter(isReady), ({ data_set_number }) => data_set_number).values()];
  const ids = ready.map(([first]) => first?.data_set_id ?? 0);
  const samples = await listSamples(db, ids, [INDIVIDUAL_ATTRIBUTE, ...SHOWN_ATTRIBUTES]);
  const cohorts = cohortsOf(
    ready.map(([first]) => {
      const own = samples.get(first?.data_set_id ?? 0);
      return {
        collection: first?.collection_number ?? 0,
        sample_labels: own?.sample_labels ?? [],
        individuals: own?.values[INDIVIDUAL_ATTRIBUTE] ?? [],
      };
    }),
  );
  const dataSets: AtlasInput[] = [];
  for (const [at, own] of ready.entries()) {
    signal?.throwIfAborted();
    const { set, isNew } = await ensureSet(services, own, { mappings, signal });
    dataSets.push({ set, networks: own, cohort: cohorts[at] ?? 0 });
    if (isNew && isOver()) return null;
  }
  const pairs = listPairs(dataSets).map(
    ([one, other]) => [dataSets[one]?.set.id ?? 0, dataSets[other]?.set.id ?? 0] as const,
  );
  const isComplete = await ensureMatches(
    services,
    dataSets.map(({ set }) => set),
    { pairs, signal, isOver },
  );
  if (!isComplete) return null;
  return { audience, signature, networks, samples, dataSets };
}

/** Identifies what the meta-modules are computed from. */
function fingerprintOf({ dataSets, networks }: Inputs): Buffer {
  const read = dataSets.map(({ set, cohort, networks: own }) => [set.id, cohort, own.map(({ id }) => id)]);
  const waiting = networks.length - networks.filter(isReady).length;
  return createHash('sha256')
    .update(JSON.stringify([ATLAS_RULES, waiting, read]))
    .digest();
}

interface Numbered {
  numbers: number[];
  /** the meta-modules of the last computation */
  earlier: NumberedGroup[];
  /** earlier ones that are none any more */
  ended: NumberedGroup[];
}

/**
 * Numbers of the meta-modules: of those of the laboratory that of the public one that is most like it, then that of an
 * earlier one, also of one that had ended. The public numbers never depend on records of the laboratory.
 */
async function chooseNumbers(tx: Tx, audience: Audience, groups: readonly number[][]): Promise<Numbered> {
  const shared = audience === 'public' ? [] : await statements.listGroups(tx, 'public');
  const earlier = await statements.listGroups(tx, audience);
  const ended = await statements.listEndedGroups(tx, audience);
  const numbers: (number | null)[] = groups.map(() => null);
  for (const known of [shared, earlier, ended]) {
    const taken = new Set(numbers);
    const open = [...groups.keys()].filter((at) => numbers[at] === null);
    const inherited = inheritNumbers(
      open.map((at) => groups[at] ?? []),
      known.filter(({ number }) => !taken.has(number)),
    );
    for (const [index, at] of open.entries()) numbers[at] = inherited[index] ?? null;
  }
  const created = await createNumbers(tx, 'MM', numbers.filter((number) => number === null).length);
  const chosen = numbers.map((number) => number ?? created.shift() ?? 0);
  const kept = new Set(chosen);
  return {
    numbers: chosen,
    earlier,
    ended: [...earlier, ...ended].filter(({ number }) => !kept.has(number)),
  };
}

function countsOf({ networks, dataSets }: Inputs): statements.AtlasCounts {
  const ready = networks.filter(isReady);
  return {
    cohorts: new Set(dataSets.map(({ cohort }) => cohort)).size,
    networks: ready.length,
    waiting_networks: networks.length - ready.length,
    modules: dataSets.reduce((sum, { set }) => sum + set.modules.length, 0),
    recurring_modules: dataSets.reduce((sum, { set }) => sum + set.representatives.length, 0),
  };
}

function toDataSets({ dataSets, samples }: Inputs): statements.NewDataSet[] {
  return dataSets.map(({ set, networks, cohort }) => {
    const values = samples.get(networks[0]?.data_set_id ?? 0)?.values ?? {};
    return {
      data_set_number: set.data_set_number,
      cohort,
      networks: networks.length,
      modules: set.modules.length,
      recurring_modules: set.representatives.length,
      analysis_numbers: [...new Set(networks.map(({ analysis_number }) => analysis_number))],
      samples: Object.fromEntries(
        SHOWN_ATTRIBUTES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
      ),
    };
  });
}

async function save(
  { db }: Services,
  inputs: Inputs,
  { found, fingerprint }: { found: FoundAtlas; fingerprint: Buffer },
): Promise<void> {
  const { audience, dataSets, signature: networks } = inputs;
  await db.transaction().execute(async (tx) => {
    const ids = found.metaModules.flatMap(({ modules }) => modules);
    const numberOf = await statements.listModuleNumbers(tx, ids);
    const groups = found.metaModules.map(({ modules }) => modules.map((id) => numberOf.get(id) ?? 0));
    const { numbers, earlier, ended } = await chooseNumbers(tx, audience, groups);
    const events = listEvents(
      groups.map((members, at) => ({ number: numbers[at] ?? 0, members })),
      earlier,
    );
    await statements.replaceAtlas(tx, {
      ...{ audience, fingerprint, networks, events, ended },
      counts: countsOf(inputs),
      dataSets: toDataSets(inputs),
      metaModules: numberMetaModules(found, numbers, await statements.listGivenTitles(tx)),
      members: listMembers(
        dataSets,
        found.metaModules.map(({ modules }, at) => ({ number: numbers[at] ?? 0, modules })),
      ),
    });
    await invalidateSearches(tx);
  });
}

/**
 * Computes what changed since the last time, for each audience; without a change it only looks. Idempotent.
 * @param turnMs after this time the rest is left to another job
 */
export async function computeAtlas(
  services: Services,
  signal: AbortSignal | undefined,
  turnMs = TURN_MS,
): Promise<void> {
  const started = performance.now();
  const isOver = () => performance.now() - started > turnMs;
  const kept: number[] = [];
  // The public one first: those of the laboratory take its numbers.
  for (const audience of AUDIENCES) {
    const inputs = await readInputs(services, audience, { signal, isOver });
    if (inputs === null) {
      await addJob(services.db, 'compute_atlas', ATLAS_JOB);
      return;
    }
    kept.push(...inputs.dataSets.map(({ set }) => set.id));
    const fingerprint = fingerprintOf(inputs);
    const stored = await statements.findFingerprint(services.db, audience);
    if (stored?.equals(fingerprint) === true) {
      await statements.confirmAtlas(services.db, audience, inputs.signature);
      continue;
    }
    const found = await makeAtlas(services, inputs.dataSets, signal);
    await save(services, inputs, { found, fingerprint });
    services.log.info({ audience, metaModules: found.metaModules.length }, 'atlas computed');
  }
  await services.db.transaction().execute((tx) => deleteOtherSets(tx, kept));
}
