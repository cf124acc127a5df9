/** Suggestions under the search box: what a typed text may mean, of everything that the caller may read. */

import {
  geneAddress,
  geneSetAddress,
  metaModuleAddress,
  moduleAddress,
  networkAddress,
  sampleAddress,
} from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import type { Suggestion } from '@omicon/contract/areas/search.ts';
import { genesOfDate } from '@omicon/domain/identifiers/gene-symbols.ts';
import { looksLikeOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { readIdentifier } from '@omicon/domain/identifiers/read-identifiers.ts';
import { hasAccess, type PermissionCode, type Principal } from '@omicon/domain/permissions/permissions.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import { recordKind } from '@omicon/domain/records/record-kinds.ts';
import type { Services } from '../../base/services.ts';
import { findNamedGene } from '../../records/gene/find-gene.ts';
import { suggestGenes } from '../../records/gene/suggest-genes.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import { findFirstRecords, lookUp } from './records.ts';
import * as statements from './sql-suggestions.ts';

/** One letter begins too much. */
const SHORTEST = 2;

/** A kind is suggested to those who may search and open it. */
const NEEDED: Record<'module' | 'sample' | 'gene-set', readonly PermissionCode[]> = {
  module: ['PROJECT_SEARCH', 'PROJECT_VIEW'],
  sample: ['COLLECTION_SEARCH', 'COLLECTION_VIEW'],
  'gene-set': ['RESOURCE_GENESET_SEARCH', 'RESOURCE_GENESET_VIEW'],
};
/** What a name is for its gene, besides its symbol or an alias. */
const NAME_KINDS: Record<string, string> = {
  ENTREZID: 'Entrez ID',
  ENSEMBL: 'Ensembl ID',
  OMIM: 'OMIM ID',
  PROBEID: 'probe',
  DATE: 'spreadsheet date',
};

interface Asked {
  text: string;
  /** most of each kind */
  limit: number;
}

/**
 * `salmon of GBM Bicor` is the modules that begin with salmon, where network and analysis have GBM and Bicor in their
 * names; `salmon of` in any. `salmon · microglia` is a module as lists name it. As a theme may have "of" in it, the
 * whole text is a name, too.
 */
function readModuleNames(text: string): statements.ModuleName[] {
  const [, named, of = ''] = /^(.+?)\s+of(?:\s+(.*))?$/i.exec(text) ?? [];
  const read = (name: string, network: string) => {
    const [prefix = '', theme = ''] = name.split(/\s+·\s+/);
    return { prefix, theme, of: network.trim() };
  };
  return named === undefined ? [read(text, '')] : [read(text, ''), read(named, of)];
}

async function suggestRecords(
  { db }: Services,
  principal: Principal,
  { text, limit }: Asked,
): Promise<Suggestion[]> {
  const results = looksLikeOmiconId(text)
    ? await lookUp(db, principal, text.toUpperCase())
    : await findFirstRecords(db, principal, text, limit);
  return results.flatMap(({ entity_type, title, omicon_id, found_by, href }) =>
    href === null || !principal.permissions.has(recordKind(entity_type).searchCode)
      ? []
      : [
          {
            kind: 'record' as const,
            title,
            detail: `${recordKind(entity_type).title} ${omicon_id}${found_by === 'title' ? '' : `, by ${found_by}`}`,
            href,
          },
        ],
  );
}

async function suggestMetaModules(
  { db }: Services,
  principal: Principal,
  asked: Asked,
): Promise<Suggestion[]> {
  const rows = await statements.listMetaModulesNamed(db, principal, asked);
  return rows.map(({ number, title, genes, found, findable }) => ({
    kind: 'meta-module',
    title,
    detail: `in ${found} of ${findable} cohorts: ${genes.slice(0, 3).join(', ')}`,
    href: metaModuleAddress(omiconIdOf('MM', number)),
  }));
}

async function suggestModules(
  { db }: Services,
  principal: Principal,
  { text, limit }: Asked,
): Promise<Suggestion[]> {
  const rows = await statements.listModulesNamed(db, principal, { names: readModuleNames(text), limit });
  return rows.map(({ number, name, theme, network, analysis }) => ({
    kind: 'module',
    title: moduleLabel({ name, theme }),
    detail: `of ${analysis}, ${shortNetworkName(network)}`,
    href: moduleAddress(omiconIdOf('CM', number)),
  }));
}

async function suggestNetworks({ db }: Services, principal: Principal, asked: Asked): Promise<Suggestion[]> {
  const rows = await statements.listNetworksNamed(db, principal, asked);
  return rows.map(({ number, name, analysis, analysis_number }) => ({
    kind: 'network',
    title: name,
    detail: `Covariation network ${omiconIdOf('CN', number)} of ${analysis}`,
    href: networkAddress(analysis_number, number),
  }));
}

async function suggestSamples(
  { db }: Services,
  principal: Principal,
  { text, limit }: Asked,
): Promise<Suggestion[]> {
  const rows = await statements.listSamplesFrom(db, principal, { prefix: text, limit });
  return rows.map(({ label, collection, title }) => ({
    kind: 'sample',
    title: label,
    detail: title,
    href: sampleAddress(collection, label),
  }));
}

async function suggestSets({ db }: Services, principal: Principal, asked: Asked): Promise<Suggestion[]> {
  const rows = await statements.listSetsNamed(db, principal, asked);
  return rows.map(({ number, name, category }) => ({
    kind: 'gene-set',
    title: name,
    detail: category ?? '',
    href: geneSetAddress(omiconIdOf('GS', number)),
  }));
}

/** The gene that the text names exactly, or those that it may name. */
async function findExactGenes(
  services: Services,
  principal: Principal,
  text: string,
): Promise<{ exact: Suggestion | null; candidates: Suggestion[] }> {
  const isDate = genesOfDate(text).length > 0;
  if ((/\s/.test(text) && !isDate) || looksLikeOmiconId(text)) return { exact: null, candidates: [] };
  const { symbol, found_as, candidates } = await findNamedGene(services, principal, text);
  const toGene = (title: string, detail: string): Suggestion => ({
    kind: 'gene',
    title,
    detail,
    href: geneAddress(title),
  });
  const meant = isDate ? `by ${NAME_KINDS.DATE} ${text}` : `also named ${text}`;
  if (symbol === null)
    return { exact: null, candidates: candidates.map((candidate) => toGene(candidate, meant)) };
  const kind = NAME_KINDS[found_as ?? ''];
  const detail = found_as === 'ALIAS' ? `also named ${text}` : kind === undefined ? '' : `by ${kind} ${text}`;
  return { exact: toGene(symbol, detail), candidates: [] };
}

/** Genes that begin with the text, after the one that it names exactly. */
async function suggestGeneLinks(
  services: Services,
  principal: Principal,
  asked: Asked,
): Promise<{ genes: Suggestion[]; gene_href: string | null }> {
  const text = readIdentifier(asked.text);
  const [{ exact, candidates }, begun] = await Promise.all([
    findExactGenes(services, principal, text),
    text.length < SHORTEST ? [] : suggestGenes(services, principal, { ...asked, text }),
  ]);
  const links = begun.map(
    ({ symbol, alias }): Suggestion => ({
      kind: 'gene',
      title: symbol,
      detail: alias === null ? '' : `also named ${alias}`,
      href: geneAddress(symbol),
    }),
  );
  if (exact === null) {
    const hrefs = new Set(candidates.map(({ href }) => href));
    const others = links.filter(({ href }) => !hrefs.has(href));
    return { genes: [...candidates, ...others].slice(0, asked.limit), gene_href: null };
  }
  const first = links.find(({ href }) => href === exact.href) ?? exact;
  const others = links.filter(({ href }) => href !== exact.href);
  return { genes: [first, ...others].slice(0, asked.limit), gene_href: exact.href };
}

export async function suggest(
  services: Services,
  principal: Principal,
  { q, limit }: { q: string; limit: number },
): Promise<{ results: Suggestion[]; gene_href: string | null }> {
  const asked: Asked = { text: searchedText(q), limit };
  if (asked.text.length < SHORTEST) return { results: [], gene_href: null };
  const mayFind = (kind: keyof typeof NEEDED) =>
    NEEDED[kind].every((code) => principal.permissions.has(code));
  const mayFindGenes = hasAccess(principal, SEARCH_ACCESS);
  const [{ genes, gene_href }, ...found] = await Promise.all([
    mayFindGenes ? suggestGeneLinks(services, principal, asked) : { genes: [], gene_href: null },
    mayFind('module') ? suggestMetaModules(services, principal, asked) : [],
    suggestRecords(services, principal, asked),
    mayFind('module') ? suggestNetworks(services, principal, asked) : [],
    mayFind('module') ? suggestModules(services, principal, asked) : [],
    mayFind('sample') ? suggestSamples(services, principal, asked) : [],
    mayFind('gene-set') ? suggestSets(services, principal, asked) : [],
  ]);
  return { results: [genes, ...found].flat(), gene_href };
}
