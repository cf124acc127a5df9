/** Which kind of identifiers a list has. */
import type { IdEvidence, IdKind } from '@omicon/domain/data-map/data-map.ts';
import { rowNumbersIn, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import type { IdResolver } from './id-resolver.ts';
import { MAX_IDS } from './matrix-sample.ts';
import { partOfKind } from './paired-ids.ts';

/** Kinds in order of certainty: of two that recognize as many, the first is proposed. */
const KINDS = ['ENSEMBL', 'PROBEID', 'SYMBOL', 'ENTREZID'] as const satisfies readonly IdKind[];
/** Under this share the kind is not known. */
const LEAST_SHARE = 0.2;
/** Identifiers by which the platform is chosen among many. */
const PLATFORM_IDS = 500;
const MAX_PLATFORMS = 100;

/** At most 20,000 identifiers, spread evenly over all. */
export function someOf(ids: readonly string[], most = MAX_IDS): string[] {
  if (ids.length <= most) return [...ids];
  return Array.from({ length: most }, (_, at) => ids[Math.floor((at * ids.length) / most)] ?? '');
}

/** How many of these identifiers are of each kind. @param platform of an array; null if unknown */
export async function recognizeKinds(
  resolver: IdResolver,
  given: readonly string[],
  platform: string | null,
): Promise<IdEvidence[]> {
  const ids = someOf(given.map((id) => id.trim()).filter((id) => id !== ''));
  const rowNumbers = rowNumbersIn(ids);
  const evidence: IdEvidence[] = [];
  for (const kind of KINDS) {
    const asked = ids.map((id) => (kind === 'ENSEMBL' ? withoutVersion(id) : partOfKind(id, kind)));
    const ofArray = kind === 'PROBEID' ? platform : null;
    // Row numbers look like Entrez ids.
    const recognized =
      kind === 'ENTREZID' && rowNumbers.size === ids.length
        ? 0
        : await resolver.recognize(kind, ofArray, asked);
    evidence.push({ kind, platform: ofArray, recognized, of: ids.length });
  }
  return evidence;
}

export function shareOf({ recognized, of }: IdEvidence): number {
  return of === 0 ? 0 : recognized / of;
}

/** The kind with most recognized identifiers; `other` if few are of any. */
export function likeliestKind(evidence: readonly IdEvidence[]): { kind: IdKind; share: number } {
  let best: { kind: IdKind; share: number } = { kind: 'other', share: 0 };
  for (const each of evidence) {
    const share = shareOf(each);
    if (share >= LEAST_SHARE && share > best.share) best = { kind: each.kind, share };
  }
  return best;
}

/** The platform that knows most of the probes; null if none knows half of them. */
export async function platformOfProbes(
  resolver: IdResolver,
  probes: readonly string[],
): Promise<string | null> {
  const ids = someOf(probes, PLATFORM_IDS);
  let best: { platform: string | null; recognized: number } = { platform: null, recognized: ids.length / 2 };
  for (const platform of (await resolver.platforms()).slice(0, MAX_PLATFORMS)) {
    const recognized = await resolver.recognize('PROBEID', platform, ids);
    if (recognized > best.recognized) best = { platform, recognized };
  }
  return best.platform;
}
