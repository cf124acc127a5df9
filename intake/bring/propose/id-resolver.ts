/** What identifiers are: by mapping tables where the caller has them, here by their form alone. */
import type { IdKind } from '@omicon/domain/data-map/data-map.ts';

export interface IdResolver {
  /** How many of the identifiers are of a kind. @param platform of an array, for PROBEID; null for any */
  recognize(kind: IdKind, platform: string | null, ids: readonly string[]): Promise<number>;
  /** names of the platforms that mapping tables know, such as Affymetrix U133A */
  platforms(): Promise<string[]>;
}

const ENSEMBL = /^ENS[A-Z]{0,6}[GTEP]\d{11}(?:\.\d{1,3})?(?:_PAR_Y)?$/;
const ENTREZ = /^\d{1,9}$/;
/** TP53, HLA-DRA, C1orf112, Trp53, MT-ND1, AC004057.1 */
const SYMBOL =
  /^(?:C(?:\d{1,2}|X|Y)orf\d{1,4}|[A-Z][A-Za-z0-9]{0,14}(?:[-.@_][A-Za-z0-9]{1,10}){0,3}|\d{7}[A-Z]\d{2}Rik)$/;
/** Names that look like symbols, but are samples, runs, transcripts or probes. */
const NO_SYMBOL =
  /^(?:GSM|SRR|SRX|ERR|DRR|SAM[NED]A?|ENS[A-Z]{0,6}[GTEP])\d+|^TCGA-|^[NX][MRP]_\d|_at$|^ILMN_|^A_\d\d_P|^cg\d{8}$/i;
/** Affymetrix, Illumina expression, Agilent, Illumina methylation */
const PROBE = /_at$|^ILMN_\d+$|^A_\d\d_P\d+$|^(?:cg|ch\.\d{1,2}\.|rs)\d{6,}[A-Z]?$/;
/** No identifier of these kinds is longer; this bounds the patterns. */
const MAX_LENGTH = 60;

function isOfKind(kind: IdKind, id: string): boolean {
  if (id.length > MAX_LENGTH) return false;
  if (kind === 'ENSEMBL') return ENSEMBL.test(id);
  if (kind === 'ENTREZID') return ENTREZ.test(id);
  if (kind === 'PROBEID') return PROBE.test(id);
  return kind === 'SYMBOL' && SYMBOL.test(id) && !NO_SYMBOL.test(id);
}

/** Recognizes identifiers by their form, without any table. */
export const resolverByForm: IdResolver = {
  recognize: async (kind, _platform, ids) => ids.filter((id) => isOfKind(kind, id)).length,
  platforms: async () => [],
};
