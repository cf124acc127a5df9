/**
 * Calls that the screen at an address makes beside the one with which it begins. The server puts their replies into the
 * page, too, so that the screen renders once, with all it shows.
 */

import { fileTypeOf } from '@omicon/domain/files/file-kinds.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { type RecordType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import { addressCallAt } from './address-calls.ts';
import { getAnalysis, getAnalysisNetwork, listAnalysisFiles } from './areas/analyses/analyses.ts';
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
} from './areas/analyses/covariation-networks.ts';
import { getDataCollection, getDataSet, getDataSetNetwork } from './areas/collections.ts';
import { COMMENT_PAGE, countFileComments, listFileComments } from './areas/comments.ts';
import { getGeneSet } from './areas/gene-sets.ts';
import { getStar } from './areas/starred.ts';
import { callAddress } from './base/call-address.ts';
import {
  type EndpointSpec,
  type ParamsOf,
  type QueryInput,
  type ReplyOf,
  recordNumber,
} from './base/endpoint.ts';
import { FIRST_ORDER, listQueryAt } from './base/list-address.ts';

function addressOf<E extends EndpointSpec>(endpoint: E, params: ParamsOf<E>, query?: QueryInput<E>): string {
  return callAddress(endpoint.path, { params, query });
}

/** Kinds of records by the call that reads them. */
const TYPES = new Map<EndpointSpec, RecordType>([
  [getDataCollection, 'dc'],
  [getDataSet, 'ds'],
  [getAnalysis, 'project'],
  [getCovariationNetwork, 'covariation-network'],
  [getModule, 'covariation-module'],
  [getGeneSet, 'gene-set'],
]);

function commentsAt({ searchParams }: URL, id: number): string[] {
  const count = addressOf(countFileComments, { id });
  // A comment that an address names may be on any page.
  if (searchParams.get('tab') !== 'comments' || searchParams.has('comment')) return [count];
  return [count, addressOf(listFileComments, { id }, { limit: COMMENT_PAGE, offset: 0 })];
}

function lineageAt({ pathname, searchParams }: URL): string[] {
  const [, kind] = /^\/home\/network\/(data-sets|analyses)\/?$/.exec(pathname) ?? [];
  if (kind === undefined) return [];
  const id = recordNumber.safeParse(
    searchParams.get(kind === 'analyses' ? 'analysisId' : 'dsId') ?? undefined,
  );
  if (!id.success) return [];
  return [addressOf(kind === 'analyses' ? getAnalysisNetwork : getDataSetNetwork, { id: id.data })];
}

/** Addresses of the calls that need nothing but the address of the screen. */
export function screenCallsAt(href: string): string[] {
  const url = URL.parse(href, 'http://local');
  const own = addressCallAt(href);
  if (url === null) return [];
  if (own?.kind !== 'numbered') return lineageAt(url);
  const { endpoint } = own;
  const { id } = own.input.params;
  const type = TYPES.get(endpoint);
  if (type === undefined) return [];
  const calls = [addressOf(getStar, { entity_type: type, id })];
  if (recordKind(type).hasComments) calls.push(...commentsAt(url, id));
  if (endpoint === getAnalysis && url.pathname.includes('/files')) {
    const folder = url.searchParams.get('analysisFileFolderId') ?? '';
    calls.push(addressOf(listAnalysisFiles, { id }, { folder }));
  }
  if (endpoint === getCovariationNetwork && !url.searchParams.has('show'))
    calls.push(
      addressOf(listModules, { id }, listQueryAt(listModules.query, url.searchParams, FIRST_ORDER.modules)),
    );
  return calls;
}

type Analysis = Pick<ReplyOf<typeof getAnalysis>, 'id' | 'networks'>;

/** Addresses of the calls about the open file of an analysis, and about the network whose PDF it may be. */
function openFileCallsAt(
  { pathname, searchParams }: URL,
  name: string,
  { id, networks }: Analysis,
): string[] {
  if (!pathname.includes('/files')) return [];
  const folder = searchParams.get('analysisFileFolderId') ?? '';
  const calls = [addressOf(countFileComments, { id }, { file_folder_name: pathOfFile({ folder, name }) })];
  const network = networks.find((each) => each.name === folder);
  if (network !== undefined && fileTypeOf(name) === 'pdf')
    calls.push(addressOf(getCovariationNetwork, { id: network.id }));
  return calls;
}

type Module = Pick<ModuleRecord, 'id' | 'version' | 'definitions'>;

/** Addresses of the calls about a module. */
function moduleCallsAt({ searchParams }: URL, module: Module): string[] {
  const { id, version } = module;
  const calls = [
    addressOf(listModuleEnrichment, { id }, { ...BEST_SET, version }),
    addressOf(getClosestTrait, { id }, { version }),
  ];
  const tab = searchParams.get('tab');
  if (tab === 'members' && !searchParams.has('definition')) {
    const query = listQueryAt(listModuleMembers.query, searchParams, FIRST_ORDER.members);
    calls.push(
      addressOf(listModuleMembers, { id }, { ...query, definition: firstDefinition(module), version }),
    );
  }
  if (tab === 'eigengene' && !searchParams.has('attribute'))
    calls.push(addressOf(getModuleEigengene, { id }, { version }));
  return calls;
}

/**
 * Addresses of the calls that need the record with which the screen begins.
 * @param reply body of the call that reads it
 */
export function recordCallsAt(href: string, reply: string): string[] {
  const url = new URL(href, 'http://local');
  const own = addressCallAt(href);
  if (own?.kind !== 'numbered') return [];
  if (own.endpoint === getModule) return moduleCallsAt(url, JSON.parse(reply));
  const name = url.searchParams.get('pdf_name');
  if (own.endpoint === getAnalysis && name !== null) return openFileCallsAt(url, name, JSON.parse(reply));
  return [];
}
