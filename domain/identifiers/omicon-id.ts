/**
 * Omicon IDs: `OM.<TYPE>.<number>`, upper case, permanent, never reused. `.V<n>` names one version of the record.
 */

export const OMICON_TYPES = {
  DC: 'data collection',
  DS: 'data set',
  P: 'analysis',
  CN: 'covariation network',
  CM: 'covariation module',
  MM: 'meta-module',
  GS: 'gene set',
  A: 'enrichment analysis',
  CR: 'cell type reference',
} as const;

export type OmiconType = keyof typeof OMICON_TYPES;

export interface OmiconId {
  type: OmiconType;
  number: number;
  /** null means the current version */
  version: number | null;
}

const PATTERN = /^OM\.(DC|DS|P|CN|CM|MM|GS|A|CR)\.([1-9][0-9]{0,8})(?:\.V([1-9][0-9]{0,5}))?$/;

/** Parses an ID, in any case and with surrounding blanks; null if it is invalid. */
export function parseOmiconId(text: string): OmiconId | null {
  if (text.length > 64) return null;
  const match = PATTERN.exec(text.trim().toUpperCase());
  if (!match) return null;
  return {
    type: match[1] as OmiconType,
    number: Number(match[2]),
    version: match[3] === undefined ? null : Number(match[3]),
  };
}

/** The text of an ID, such as `OM.DS.2`, or `OM.DS.2.V1` with a version. */
export function formatOmiconId({ type, number, version }: OmiconId): string {
  return `OM.${type}.${number}${version === null ? '' : `.V${version}`}`;
}

/** Whether the global search box treats the text as an Omicon ID: it contains a type mark such as `.ds.`. */
export function looksLikeOmiconId(text: string): boolean {
  const lower = text.toLowerCase();
  return ['.gs.', '.ds.', '.dc.', '.p.', '.cm.', '.cn.', '.mm.', '.a.', '.cr.'].some((mark) =>
    lower.includes(mark),
  );
}
