/** A search thread: counts and ranks away from the main thread, so that other requests are not blocked. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkQuery } from '@omicon/domain/query/check-query.ts';
import { CHUNK_ROWS, packCells, toCells, toRow, unpackCells } from './kit/chunks.ts';
import { sortNamed, UnknownColumn } from './kit/sorting.ts';
import { type Engine, readVersion } from './match/search.ts';
import { pageOfRanking } from './pages.ts';
import {
  answerPart,
  finishSearch,
  type HeldQuestions,
  releaseQuestion,
  takeRows,
} from './parts/answer-part.ts';
import { planParts } from './parts/plan.ts';
import { fieldsFor } from './read/catalog-fields.ts';
import type { ObjectRange } from './read/kme-segments.ts';
import type {
  ArrangeReply,
  ArrangeRequest,
  CheckRequest,
  DropRequest,
  ExportReply,
  ExportRequest,
  FieldsReply,
  FieldsRequest,
  FinishRequest,
  PartRequest,
  PlanRequest,
  ReadMessage,
  ReadReply,
  ReleaseRequest,
  Reply,
  ReplyTo,
  Request,
  SplitRequest,
  TakeRequest,
  ThreadData,
  ThreadReply,
  ThreadRequest,
} from './requests.ts';
import { countRules } from './result-rows/count-rules.ts';
import { listFeatureSymbols } from './result-rows/feature-symbols.ts';
import { listGeneDataSets } from './result-rows/gene-data-sets.ts';
import { listGeneModuleIds } from './result-rows/gene-module-ids.ts';
import { listGeneModules } from './result-rows/gene-modules.ts';
import { listGeneTopics } from './result-rows/gene-topics.ts';
import { listSymbolsOfLists } from './result-rows/list-symbols.ts';
import { listMeasuredGenes } from './result-rows/measured-genes.ts';
import { listModuleCandidates } from './result-rows/module-candidates.ts';
import { rankModules } from './result-rows/rank-modules.ts';
import { loadSetGenes, rankSets, type SetGenes } from './result-rows/rank-sets.ts';
import { rankRankedSets } from './result-rows/ranked-sets.ts';
import { findOrdered, search, summarize } from './result-rows/search-reply.ts';
import { SearchSource } from './search-source.ts';

const { databaseUrl, replicaUrl } = workerData as ThreadData;

const reads = new Map<number, { resolve(bytes: Uint8Array[]): void; reject(error: Error): void }>();
let nextRead = 1;

/** The main thread reads objects, because it has the store. */
function readObjects(ranges: readonly ObjectRange[]): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const message: ReadMessage = { read: nextRead, ranges: [...ranges] };
    nextRead += 1;
    reads.set(message.read, { resolve, reject });
    parentPort?.postMessage(message);
  });
}

class FailedRead extends Error {
  readonly read: number;

  constructor(read: number) {
    super('Objects could not be read.');
    this.read = read;
  }
}

function settleRead({ read, bytes }: ReadReply): void {
  const waiting = reads.get(read);
  reads.delete(read);
  if (bytes === null) waiting?.reject(new FailedRead(read));
  else waiting?.resolve(bytes);
}

const source = new SearchSource({
  databaseUrl,
  replicaUrl,
  readObjects,
  onReplica: (replica) => {
    const message: ThreadReply = { replica };
    parentPort?.postMessage(message);
  },
});

/** Maximum number of rows when sorting by a name, which needs all rows in memory before the first is sent. */
const MAX_ROWS_IN_MEMORY = 500_000;

/** Sends all rows in chunks; costs as much as the first page plus naming all rows. */
async function exportRows(id: number, engine: Engine, request: ExportRequest): Promise<ExportReply> {
  const found = await findOrdered(engine, request, { from: 0, to: request.most });
  const reply = await summarize(engine, request, found);
  const limit = found.isInMemory ? Math.min(request.most, MAX_ROWS_IN_MEMORY) : request.most;
  const sent = request.wantsAll && found.total > limit ? 0 : Math.min(found.total, limit);
  for (let from = 0; from < sent; from += CHUNK_ROWS) {
    const rows = await found.rows(from, Math.min(from + CHUNK_ROWS, sent));
    const chunk = packCells(toCells(reply.columns, rows));
    const message: ThreadReply = { id, chunk };
    parentPort?.postMessage(message, [chunk.buffer]);
  }
  return { ...reply, limit };
}

function arrange({ columns, chunks, sort, order, from, to }: ArrangeRequest): ArrangeReply {
  const rows = chunks.flatMap((chunk) => unpackCells(chunk).map((cells) => toRow(columns, cells)));
  return { rows: sortNamed(rows, sort, order === 'desc').slice(from, to) };
}

function listFields({ catalog }: Engine, { viewer }: FieldsRequest): FieldsReply {
  return {
    fields: [...fieldsFor(catalog, viewer)].flatMap(([section, fields]) =>
      [...fields.values()].map((field) => ({ section, ...field })),
    ),
  };
}

/** What a list of genes is compared with: 0.6 s at 5,000 networks, which the first person would wait for. */
async function warm({ catalog, columns }: Engine): Promise<Record<string, never>> {
  await columns.loadPresent(catalog);
  await columns.loadTargets(catalog, 'SYMBOL');
  await columns.loadSizes(catalog, 1);
  return {};
}

const held: HeldQuestions = { selected: new Map(), parts: new Map() };

/** Answers whole, unless splitting the request into parts is faster. */
async function planOrReply(id: number, engine: Engine, request: PlanRequest): Promise<Answer> {
  const { question, of } = request;
  const faults = faultsOf(engine, of);
  if (faults.length > 0) return { faults };
  const planned = await planParts(engine, of, request);
  if (planned === null) {
    const whole = await answer(id, engine, of);
    return 'faults' in whole ? whole : { plan: null, reply: whole as ReplyTo<SplitRequest> };
  }
  held.selected.set(question, planned.selected);
  return { plan: planned.plan };
}

/** Only from the version of the plan: a part of another version would be a mix. */
async function replyOfPart(
  engine: Engine,
  request: PartRequest | TakeRequest | FinishRequest,
): Promise<Reply> {
  if (engine.catalog.version !== request.version) return { kind: 'outdated' };
  if (request.kind === 'take') return takeRows(held, request);
  if (request.kind === 'finish')
    return { kind: 'finished', reply: await finishSearch(engine, held, request) };
  const partial = await answerPart(engine, held, request);
  return (await readVersion(engine.client)) === request.version ? partial : { kind: 'outdated' };
}

function faultsOf({ catalog }: Engine, request: SplitRequest | ExportRequest | CheckRequest): Faults {
  const query =
    request.kind === 'rank-modules'
      ? { result_type: 'covariation-networks' as const, filters: request.filters }
      : request.query;
  return checkQuery(query, fieldsFor(catalog, request.viewer));
}

async function answer(id: number, engine: Engine, request: Request): Promise<Answer> {
  if (request.kind === 'plan') return planOrReply(id, engine, request);
  if (request.kind === 'part' || request.kind === 'take' || request.kind === 'finish')
    return replyOfPart(engine, request);
  if (request.kind === 'warm') return warm(engine);
  if (request.kind === 'fields') return listFields(engine, request);
  if (request.kind === 'rank-sets' || request.kind === 'ranked-sets') {
    if (setGenes?.version !== engine.catalog.version)
      setGenes = await loadSetGenes(engine.client, engine.catalog);
    return request.kind === 'rank-sets'
      ? rankSets(engine, setGenes, request, pageOfRanking(request))
      : rankRankedSets(engine, setGenes, request, pageOfRanking(request));
  }
  if (request.kind === 'gene-modules') return listGeneModules(engine, request);
  if (request.kind === 'gene-module-ids') return listGeneModuleIds(engine, request);
  if (request.kind === 'gene-topics') return listGeneTopics(engine, request);
  if (request.kind === 'gene-data-sets') return listGeneDataSets(engine, request);
  if (request.kind === 'list-symbols') return listSymbolsOfLists(engine, request);
  if (request.kind === 'measured-genes') return listMeasuredGenes(engine, request);
  if (request.kind === 'module-candidates') return listModuleCandidates(engine, request);
  if (request.kind === 'feature-symbols') return listFeatureSymbols(engine, request);
  if (request.kind === 'arrange') return arrange(request);
  const faults = faultsOf(engine, request);
  if (faults.length > 0) return { faults };
  if (request.kind === 'rank-modules')
    return rankModules(engine, request, request.viewer, pageOfRanking(request));
  if (request.kind === 'check') return {};
  if (request.kind === 'export') return exportRows(id, engine, request);
  return request.kind === 'search'
    ? search(engine, request)
    : countRules(engine, request.query, request.viewer);
}

async function reply({ id, request }: ThreadRequest): Promise<Answer> {
  if (request.kind === 'arrange') return arrange(request);
  const ask = (engine: Engine) => answer(id, engine, request);
  // An export sends rows while it is read, so it cannot begin again in another database.
  if (request.kind === 'export') return source.answerFromPrimary(ask);
  return source.answer(ask, (error) => error instanceof UnknownColumn);
}

let setGenes: SetGenes | null = null;

type Faults = ReturnType<typeof checkQuery>;
type Answer = Reply | { faults: Faults };

async function handle(message: ThreadRequest): Promise<ThreadReply> {
  const { id } = message;
  try {
    const result = await reply(message);
    return 'faults' in result ? { id, faults: result.faults } : { id, reply: result };
  } catch (error) {
    if (error instanceof UnknownColumn) return { id, unknownColumn: error.message };
    if (error instanceof FailedRead) return { id, failedRead: error.read };
    if (!(error instanceof Error)) return { id, error: String(error), code: undefined };
    return {
      id,
      error: error.stack ?? error.message,
      code: 'code' in error ? String(error.code) : undefined,
    };
  }
}

const dropped = new Set<number>();

// One request at a time: the connection runs one statement at a time, and caches must not be shared half-filled.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: ThreadRequest | DropRequest | ReleaseRequest | ReadReply) => {
  if ('read' in message) {
    settleRead(message);
    return;
  }
  if ('drop' in message) {
    dropped.add(message.drop);
    return;
  }
  if ('release' in message) {
    last = last.then(() => releaseQuestion(held, message.release));
    return;
  }
  last = last.then(async () => {
    if (dropped.delete(message.id)) return;
    parentPort?.postMessage(await handle(message));
  });
});
