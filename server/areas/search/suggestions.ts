/** Suggestions under the search box: what a typed text may mean, of everything that the caller may read. */
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import type { FoundRecord, Suggestion } from '@omicon/contract/areas/search.ts';
import { looksLikeOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { hasAccess, type PermissionCode, type Principal } from '@omicon/domain/permissions/permissions.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import type { Services } from '../../base/services.ts';
import { findSymbol } from '../../database/genes/find-gene.ts';
import { suggestGenes } from '../../database/genes/suggest-genes.ts';
import { omiconIdOf } from '../../database/shared/replies.ts';
import { findFirstRecords, lookUp, networkAddress } from './records.ts';
import * as statements from './sql-suggestions.ts';

const OF_EACH_KIND = 6;
/** One letter begins too much. */
const SHORTEST = 2;

/** A kind is suggested to those who may search and open it. */
const NEEDED: Record<'module' | 'sample' | 'gene-set', readonly PermissionCode[]> = {
  module: ['PROJECT_SEARCH', 'PROJECT_VIEW'],
  sample: ['COLLECTION_SEARCH', 'COLLECTION_VIEW'],
  'gene-set': ['RESOURCE_GENESET_SEARCH', 'RESOURCE_GENESET_VIEW'],
};
/** Of the records found, those of kinds that the caller may search. */
const RECORD_CODES: Record<FoundRecord['entity_type'], PermissionCode> = {
  dc: 'COLLECTION_SEARCH',
  ds: 'DATA_SET_SEARCH',
  project: 'PROJECT_SEARCH',
  'covariation-network': 'PROJECT_SEARCH',
  'covariation-module': 'PROJECT_SEARCH',
  'gene-set': 'RESOURCE_GENESET_SEARCH',
};

const RECORD_KINDS: Record<string, string> = {
  dc: 'Data collection',
  ds: 'Data set',
  project: 'Analysis',
  'covariation-network': 'Covariation network',
  'covariation-module': 'Module',
  'gene-set': 'Gene set',
};

function geneHref(symbol: string): string {
  return `/home/genes/${encodeURIComponent(symbol)}`;
}

/** `salmon of GBM` is the modules that begin with salmon, in networks or analyses with GBM in their names; `salmon of` in any. */
function readModuleText(text: string): { prefix: string; of: string } {
  const [, prefix = text, of = ''] = /^(\S+)\s+of(?:\s+(.*))?$/i.exec(text) ?? [];
  return { prefix, of: of.trim() };
}

async function suggestRecords({ db }: Services, principal: Principal, text: string): Promise<Suggestion[]> {
  const results = looksLikeOmiconId(text)
    ? await lookUp(db, principal, text.toUpperCase())
    : await findFirstRecords(db, principal, text, OF_EACH_KIND);
  return results.flatMap(({ entity_type, title, omicon_id, found_by, href }) =>
    href === null || !principal.permissions.has(RECORD_CODES[entity_type])
      ? []
      : [
          {
            kind: 'record' as const,
            title,
            detail: `${RECORD_KINDS[entity_type] ?? 'Record'} ${omicon_id}${found_by === 'title' ? '' : `, by ${found_by}`}`,
            href,
          },
        ],
  );
}

async function suggestModules({ db }: Services, principal: Principal, text: string): Promise<Suggestion[]> {
  const rows = await statements.listModulesFrom(db, principal, {
    ...readModuleText(text),
    limit: OF_EACH_KIND,
  });
  return rows.map(({ number, name, network, analysis }) => ({
    kind: 'module',
    title: name,
    detail: `of ${analysis}, ${network}`,
    href: `/home/modules/${omiconIdOf('CM', number)}`,
  }));
}

async function suggestNetworks({ db }: Services, principal: Principal, text: string): Promise<Suggestion[]> {
  const rows = await statements.listNetworksNamed(db, principal, { text, limit: OF_EACH_KIND });
  return rows.map(({ number, name, analysis, analysis_number }) => ({
    kind: 'record',
    title: name,
    detail: `Covariation network ${omiconIdOf('CN', number)} of ${analysis}`,
    href: networkAddress(analysis_number, number),
  }));
}

async function suggestSamples({ db }: Services, principal: Principal, text: string): Promise<Suggestion[]> {
  const rows = await statements.listSamplesFrom(db, principal, { prefix: text, limit: OF_EACH_KIND });
  return rows.map(({ label, collection, title }) => ({
    kind: 'sample',
    title: label,
    detail: title,
    href: `/home/samples/${collection}/${encodeURIComponent(label)}`,
  }));
}

async function suggestSets({ db }: Services, text: string): Promise<Suggestion[]> {
  const rows = await statements.listSetsNamed(db, { text, limit: OF_EACH_KIND });
  return rows.map(({ number, name, category }) => ({
    kind: 'gene-set',
    title: name,
    detail: category ?? '',
    href: `/home/resources/gene-set?geneSetOmiconID=${omiconIdOf('GS', number)}`,
  }));
}

async function suggestGeneLinks(
  services: Services,
  principal: Principal,
  text: string,
): Promise<Suggestion[]> {
  const genes = await suggestGenes(services, principal, { text, limit: OF_EACH_KIND });
  return genes.map(({ symbol, alias }) => ({
    kind: 'gene',
    title: symbol,
    detail: alias === null ? '' : `also named ${alias}`,
    href: geneHref(symbol),
  }));
}

/** The page of the gene that is named exactly; null if it is none, or several. */
async function findGeneHref(services: Services, principal: Principal, text: string): Promise<string | null> {
  if (/\s/.test(text) || looksLikeOmiconId(text)) return null;
  const symbol = await findSymbol(services, principal, text);
  return symbol === null ? null : geneHref(symbol);
}

export async function suggest(
  services: Services,
  principal: Principal,
  typed: string,
): Promise<{ results: Suggestion[]; gene_href: string | null }> {
  const text = searchedText(typed);
  if (text.length < SHORTEST) return { results: [], gene_href: null };
  const mayFind = (kind: keyof typeof NEEDED) =>
    NEEDED[kind].every((code) => principal.permissions.has(code));
  const mayFindGenes = hasAccess(principal, SEARCH_ACCESS);
  const [gene_href, ...found] = await Promise.all([
    mayFindGenes ? findGeneHref(services, principal, text) : null,
    mayFindGenes ? suggestGeneLinks(services, principal, text) : [],
    suggestRecords(services, principal, text),
    mayFind('module') ? suggestNetworks(services, principal, text) : [],
    mayFind('module') ? suggestModules(services, principal, text) : [],
    mayFind('sample') ? suggestSamples(services, principal, text) : [],
    mayFind('gene-set') ? suggestSets(services, text) : [],
  ]);
  return { results: found.flat(), gene_href };
}
