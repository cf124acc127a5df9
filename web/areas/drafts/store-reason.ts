import type { AttributeMap, Finding } from '@omicon/domain/data-map/data-map.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { Mapping } from './use-draft-map.ts';

/** Whether a person must confirm it, or has: a finding that is confirmed comes back as a warning. */
export function isToConfirm({ level, key }: Finding, confirmed: readonly string[]): boolean {
  return level === 'confirm' || (level === 'warning' && confirmed.includes(key));
}

/** Names that more than one kept attribute has. */
export function repeatedNames(attributes: readonly AttributeMap[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name, is_kept } of attributes) {
    const bare = name.trim();
    if (is_kept && seen.has(bare)) repeated.add(bare);
    if (is_kept) seen.add(bare);
  }
  return repeated;
}

/** Why the draft cannot be stored now, in a sentence; null if it can. */
export function reasonNotToStore(
  { map, proposal: { findings }, faults }: Pick<Mapping, 'map' | 'proposal' | 'faults'>,
  isRead: boolean,
): string | null {
  const [message] = faults.values();
  if (message !== undefined) return message;
  const [name] = repeatedNames(map.attributes);
  if (name !== undefined) return `Two attributes are named ${name}. Rename one, or leave it out.`;
  if (!isRead) return 'The files are being read with your changes.';
  const refused = findings.filter(({ level }) => level === 'refused').length;
  if (refused > 0)
    return `${countOf(refused, 'finding')} must be resolved first: change the choices, or choose other files.`;
  const open = findings.filter(
    (finding) => isToConfirm(finding, map.confirmed) && !map.confirmed.includes(finding.key),
  ).length;
  return open > 0 ? `Please confirm ${countOf(open, 'finding')} first.` : null;
}
