/** A search thread: counting and ranking happen here, so that requests never wait for each other's arithmetic. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkQuery } from '@omicon/domain/check-query.ts';
import { type Group, isGroup } from '@omicon/domain/query.ts';
import pg from 'pg';
import { countRules } from './count-rules.ts';
import { loadSetGenes, type Ranked, type RankPage, rankModules, rankSets, type SetGenes } from './rank.ts';
import type {
  Ask,
  CountReply,
  FieldsReply,
  RankModulesRequest,
  RankSetsRequest,
  Request,
  SearchReply,
  SearchRequest,
  Told,
} from './requests.ts';
import { answer, UnknownColumn } from './results.ts';
import { type Engine, EngineRoom, find } from './search.ts';

const { databaseUrl } = workerData as { databaseUrl: string };

let room: { client: pg.Client; engines: EngineRoom } | null = null;

/** One connection a thread; after it broke the next request opens another. */
async function openRoom(): Promise<EngineRoom> {
  if (room) return room.engines;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'omicon search',
    connectionTimeoutMillis: 2500,
    statement_timeout: 60_000,
  });
  client.on('error', () => {
    room = null;
  });
  client.on('end', () => {
    room = null;
  });
  await client.connect();
  room = { client, engines: new EngineRoom(client) };
  return room.engines;
}

function namedAttributes(group: Group | undefined): string[] {
  if (group === undefined) return [];
  return group.rules.flatMap((node) => (isGroup(node) ? namedAttributes(node) : [node.field]));
}

async function search(engine: Engine, request: SearchRequest): Promise<SearchReply> {
  const { query, viewer, page, page_size, sort, order } = request;
  const found = await find(engine, query, viewer);
  const from = (page - 1) * page_size;
  const isCount = request.show === 'count';
  const { columns, rows, total } = await answer(
    { found, columns: engine.columns, query },
    { from: isCount ? 0 : from, to: isCount ? 0 : from + page_size, sort, order },
  );
  const emptied =
    total > 0 ? undefined : (await countRules(engine, query, viewer, (left) => left === 0)).counts.at(-1);
  return {
    columns,
    rows,
    total,
    sample_attributes: [...new Set(namedAttributes(query.filters.sample))],
    emptied_by: emptied?.remaining === 0 ? emptied.path : null,
  };
}

function listFields({ catalog }: Engine): FieldsReply {
  return {
    fields: [...catalog.fields].flatMap(([section, fields]) =>
      [...fields.values()].map((field) => ({ section, ...field })),
    ),
  };
}

async function reply(
  request: Request,
): Promise<SearchReply | CountReply | FieldsReply | Ranked | { faults: Faults }> {
  const engine = await (await openRoom()).enter();
  if (request.kind === 'fields') return listFields(engine);
  if (request.kind === 'rank-sets') {
    if (setGenes?.version !== engine.catalog.version)
      setGenes = await loadSetGenes(engine.client, engine.catalog);
    return rankSets(engine, setGenes, request, pageOf(request));
  }
  if (request.kind === 'rank-modules') {
    const faults = checkQuery(
      { result_type: 'covariation-networks', filters: request.filters },
      engine.catalog.fields,
    );
    if (faults.length > 0) return { faults };
    return rankModules(engine, request, request.viewer, pageOf(request));
  }
  const faults = checkQuery(request.query, engine.catalog.fields);
  if (faults.length > 0) return { faults };
  return request.kind === 'search'
    ? search(engine, request)
    : countRules(engine, request.query, request.viewer);
}

let setGenes: SetGenes | null = null;

function pageOf({ page, page_size, sort, order }: RankModulesRequest | RankSetsRequest): RankPage {
  return { from: (page - 1) * page_size, to: page * page_size, sort, order };
}

type Faults = ReturnType<typeof checkQuery>;

async function handle({ id, request }: Ask): Promise<Told> {
  try {
    const told = await reply(request);
    return 'faults' in told ? { id, faults: told.faults } : { id, reply: told };
  } catch (error) {
    if (error instanceof UnknownColumn) return { id, unknownColumn: error.message };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// One after the other: a connection answers one statement at a time, and what is cached is not shared halfway.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (ask: Ask) => {
  last = last.then(async () => {
    parentPort?.postMessage(await handle(ask));
  });
});
