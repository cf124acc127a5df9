/**
 * What the screen at an address calls first. The server puts the replies into the page, so that the screen renders once,
 * with all it shows; links make the very first call when they are pointed at.
 */

import {
  getAnalysis,
  getAnalysisNetwork,
  listAnalyses,
  listAnalysisFiles,
} from '@omicon/contract/areas/analyses/analyses.ts';
import {
  getAtlas,
  getMetaModule,
  listGenesOfMetaModule,
  listModulesOfMetaModule,
  listTraitsOfMetaModule,
} from '@omicon/contract/areas/analyses/atlas.ts';
import {
  BEST_SET,
  firstDefinition,
  getClosestTrait,
  getCovariationNetwork,
  getModule,
  getModuleEigengene,
  listModuleEnrichment,
  listModuleMembers,
  listModules,
  type ModuleRecord,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { getCellTypeReference } from '@omicon/contract/areas/cell-types.ts';
import {
  getDataCollection,
  getDataSet,
  getDataSetNetwork,
  listDataCollections,
  listDataSets,
} from '@omicon/contract/areas/collections.ts';
import { COMMENT_PAGE, countFileComments, listFileComments } from '@omicon/contract/areas/comments.ts';
import { listFiles, listRecentFiles } from '@omicon/contract/areas/files/files.ts';
import { getGeneSet, listGeneSets } from '@omicon/contract/areas/genes/gene-sets.ts';
import { getGene } from '@omicon/contract/areas/genes/genes.ts';
import { getHome } from '@omicon/contract/areas/home.ts';
import { getPublicContents } from '@omicon/contract/areas/operations.ts';
import { getStar } from '@omicon/contract/areas/starred.ts';
import type { CallInput } from '@omicon/contract/base/call-address.ts';
import { type EndpointSpec, type ReplyOf, recordNumber } from '@omicon/contract/base/endpoint.ts';
import { fileTypeOf } from '@omicon/domain/files/file-kinds.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { type RecordType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import type { z } from 'zod';
import {
  FIRST_ORDER,
  isOfListAlone,
  type ListDefaults,
  type ListQuery,
  listQueryAt,
} from './list-address.ts';
import { matchRoute, type RouteMatch } from './match-route.ts';
import type { RoutePath } from './routes.ts';

export interface Call {
  endpoint: EndpointSpec;
  input: CallInput<EndpointSpec>;
}

export interface FirstCalls {
  /** for the record or the page of a list with which the screen begins */
  own: Call | null;
  /** those that need nothing but the address */
  beside: Call[];
  /**
   * Those that need the record.
   * @param reply body of the reply to `own`
   */
  after?(reply: string): Call[];
}

const NONE: FirstCalls = { own: null, beside: [] };

function call<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): Call {
  return { endpoint, input };
}

function numberIn({ query }: RouteMatch, name: string): number | null {
  const id = recordNumber.safeParse(query.get(name) ?? undefined);
  return id.success ? id.data : null;
}

/** The number of an Omicon ID of this type; null for other ids, and for those of a version. */
function numberOf(type: 'CM' | 'MM' | 'GS' | 'CR', text: string | null | undefined): number | null {
  const id = parseOmiconId(text ?? '');
  return id?.type === type && id.version === null ? id.number : null;
}

type ListEndpoint = Omit<EndpointSpec, 'params'> & { query: z.ZodType<ListQuery>; params?: never };

/** None for a list with filters of its own. */
function ofList({ query }: RouteMatch, endpoint: ListEndpoint, defaults?: ListDefaults): FirstCalls {
  if (!isOfListAlone(query)) return NONE;
  return { own: call(endpoint, { query: listQueryAt(endpoint.query, query, defaults) }), beside: [] };
}

/** The number of comments on a record and, on their tab, the first page of them. */
function commentsAt(query: URLSearchParams, id: number): Call[] {
  const params = { id };
  const count = call(countFileComments, { params });
  // A comment that an address names may be on any page.
  if (query.get('tab') !== 'comments' || query.has('comment')) return [count];
  return [count, call(listFileComments, { params, query: { limit: COMMENT_PAGE, offset: 0 } })];
}

/** The record with its star and its comments; null for an address without its number, or of an old version. */
function ofRecord(
  { query }: RouteMatch,
  type: RecordType,
  endpoint: EndpointSpec & Pick<typeof getDataSet, 'params' | 'query'>,
  id: number | null,
): FirstCalls | null {
  if (id === null || query.has('versions')) return null;
  const params = { id };
  const star = call(getStar, { params: { entity_type: type, id } });
  const beside = [star, ...(recordKind(type).hasComments ? commentsAt(query, id) : [])];
  return { own: call(endpoint, { params, query: {} }), beside };
}

const ofDataSet = (at: RouteMatch) => ofRecord(at, 'ds', getDataSet, numberIn(at, 'dsId'));
const ofCollection = (at: RouteMatch) => ofRecord(at, 'dc', getDataCollection, numberIn(at, 'dcId'));
const ofAnalysis = (at: RouteMatch) => ofRecord(at, 'project', getAnalysis, numberIn(at, 'analysisId'));

function ofNetwork(at: RouteMatch): FirstCalls | null {
  const id = numberIn(at, 'networkId');
  const calls = ofRecord(at, 'covariation-network', getCovariationNetwork, id);
  if (id === null || calls === null || at.query.has('show')) return calls;
  const query = listQueryAt(listModules.query, at.query, FIRST_ORDER.modules);
  return { ...calls, beside: [...calls.beside, call(listModules, { params: { id }, query })] };
}

/** The files of an analysis, with the comments of the open one and, if it may be its PDF, the network. */
function ofAnalysisFiles(at: RouteMatch): FirstCalls | null {
  const id = numberIn(at, 'analysisId');
  const calls = ofAnalysis(at);
  if (id === null || calls === null) return null;
  const folder = at.query.get('analysisFileFolderId') ?? '';
  const name = at.query.get('pdf_name');
  const beside = [...calls.beside, call(listAnalysisFiles, { params: { id }, query: { folder } })];
  if (name === null) return { ...calls, beside };
  return {
    ...calls,
    beside,
    after(reply) {
      const { networks }: ReplyOf<typeof getAnalysis> = JSON.parse(reply);
      const query = { file_folder_name: pathOfFile({ folder, name }) };
      const comments = call(countFileComments, { params: { id }, query });
      const network = networks.find((each) => each.name === folder);
      if (network === undefined || fileTypeOf(name) !== 'pdf') return [comments];
      return [comments, call(getCovariationNetwork, { params: { id: network.id } })];
    },
  };
}

function ofModule(at: RouteMatch): FirstCalls | null {
  const {
    query,
    parts: { omiconId },
  } = at;
  const tab = query.get('tab');
  const calls = ofRecord(at, 'covariation-module', getModule, numberOf('CM', omiconId));
  if (calls === null) return null;
  return {
    ...calls,
    after(reply) {
      const module: ModuleRecord = JSON.parse(reply);
      const { id, version } = module;
      const params = { id };
      const after = [
        call(listModuleEnrichment, { params, query: { ...BEST_SET, version } }),
        call(getClosestTrait, { params, query: { version } }),
      ];
      if (tab === 'members' && !query.has('definition')) {
        const list = listQueryAt(listModuleMembers.query, query, FIRST_ORDER.members);
        const definition = firstDefinition(module);
        after.push(call(listModuleMembers, { params, query: { ...list, definition, version } }));
      }
      if (tab === 'eigengene' && !query.has('attribute'))
        after.push(call(getModuleEigengene, { params, query: { version } }));
      return after;
    },
  };
}

/** The first page of the atlas; none with filters or in a view of its own. */
function ofAtlas({ query }: RouteMatch): FirstCalls {
  if (!isOfListAlone(query)) return NONE;
  const list = listQueryAt(getAtlas.query, query, FIRST_ORDER.atlas);
  return { own: call(getAtlas, { query: { ...list, in_all: '', in_any: '', in_none: '' } }), beside: [] };
}

/** What a tab of a meta-module shows beside its record. */
function ofMetaModuleTab({ query }: RouteMatch, id: number): Call[] {
  const params = { id };
  switch (query.get('tab')) {
    case 'genes':
      return [call(listGenesOfMetaModule, { params })];
    case 'traits':
      return [call(listTraitsOfMetaModule, { params })];
    case 'modules':
      return [
        call(listModulesOfMetaModule, { params, query: listQueryAt(listModulesOfMetaModule.query, query) }),
      ];
    default:
      return [];
  }
}

function ofMetaModule(at: RouteMatch): FirstCalls | null {
  const id = numberOf('MM', at.parts.omiconId);
  if (id === null) return null;
  const star = call(getStar, { params: { entity_type: 'meta-module', id } });
  return {
    own: call(getMetaModule, { params: { id } }),
    beside: [star, ...commentsAt(at.query, id), ...ofMetaModuleTab(at, id)],
  };
}

const ofCellTypeReference = (at: RouteMatch) =>
  ofRecord(at, 'cell-type-reference', getCellTypeReference, numberOf('CR', at.parts.omiconId));

function ofLineage(at: RouteMatch): FirstCalls {
  const { type } = at.parts;
  const isOfAnalysis = type === 'analyses';
  const id = numberIn(at, isOfAnalysis ? 'analysisId' : 'dsId');
  if (id === null || !(isOfAnalysis || type === 'data-sets')) return NONE;
  return {
    own: null,
    beside: [call(isOfAnalysis ? getAnalysisNetwork : getDataSetNetwork, { params: { id } })],
  };
}

/** The list of recent files and, unless a file is open, what is above it. */
function ofHome(at: RouteMatch): FirstCalls {
  const { own } = ofList(at, listRecentFiles, FIRST_ORDER.recentFiles);
  if (at.query.has('file')) return { own, beside: [] };
  const atlas = call(getAtlas, { query: FIRST_ORDER.atlasOfHome });
  return { own, beside: [call(getHome, {}), call(getPublicContents, {}), atlas] };
}

/** Calls of an address whose path names this type. */
function ofType(
  { parts: { type } }: RouteMatch,
  wanted: string,
  calls: FirstCalls | null,
): FirstCalls | null {
  return type === wanted ? calls : null;
}

/** Screens that are not named here call nothing before they run. */
const CALLS: Partial<Record<RoutePath, (at: RouteMatch) => FirstCalls | null>> = {
  '/home/collections/$type': (at) =>
    ofType(at, 'data-collections', ofList(at, listDataCollections)) ??
    ofType(at, 'data-sets', ofList(at, listDataSets)),
  '/home/collections/$type/attributes': (at) => ofType(at, 'data-sets', ofDataSet(at)) ?? ofCollection(at),
  '/home/analyses/$type': (at) => ofType(at, 'analyses', ofList(at, listAnalyses)),
  '/home/analyses/analysis-data/attributes': (at) =>
    (at.query.get('tab') === 'networks' ? ofNetwork(at) : null) ?? ofAnalysis(at),
  '/home/analyses/analysis-data/files': ofAnalysisFiles,
  '/home/analyses/data-sets/attributes': ofDataSet,
  '/home/atlas': ofAtlas,
  '/home/meta-modules/$omiconId': ofMetaModule,
  '/home/resources/cell-types/$omiconId': ofCellTypeReference,
  '/home/modules/$omiconId': ofModule,
  '/home/genes/$symbol': ({ parts: { symbol = '' } }) => ({
    own: call(getGene, { params: { symbol } }),
    beside: [],
  }),
  '/home/network/$type': ofLineage,
  '/home/resources': (at) => ofList(at, listGeneSets, FIRST_ORDER.geneSets),
  '/home/resources/gene-set': (at) =>
    ofRecord(at, 'gene-set', getGeneSet, numberOf('GS', at.query.get('geneSetOmiconID'))),
  '/home/recent-files': ofHome,
  '/home/data-listing': (at) => ofList(at, listFiles),
};

/** @param href address of a screen, with or without origin */
export function firstCallsAt(href: string): FirstCalls {
  const at = matchRoute(href);
  return (at && CALLS[at.route.path]?.(at)) ?? NONE;
}
