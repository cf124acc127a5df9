/** Lists of a comparison, as the address has them: `set:12`, `module:34:Seed` or `list:<packed genes>`. */
import type { ComparedList } from '@omicon/contract/areas/gene-lists.ts';
import { SEARCHED_DEFINITIONS, type SearchedDefinition } from '@omicon/domain/records/module-definition.ts';
import { unpackList } from '../../base/gene-list.ts';

export const LIST_LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

export type ChosenList =
  | { kind: 'gene-set'; id: number }
  | { kind: 'module'; id: number; definition: SearchedDefinition }
  | { kind: 'list'; packed: string };

function numberOf(text: string | undefined): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : null;
}

/** A list of the address; null for anything else. */
export function readChosen(text: string): ChosenList | null {
  const [kind, ...parts] = text.split(':');
  const id = numberOf(parts[0]);
  if (kind === 'set' && id !== null) return { kind: 'gene-set', id };
  if (kind === 'module' && id !== null) {
    const definition = SEARCHED_DEFINITIONS.find((each) => each === parts[1]) ?? 'Seed';
    return { kind: 'module', id, definition };
  }
  return kind === 'list' && parts[0] ? { kind: 'list', packed: parts[0] } : null;
}

export function writeChosen(list: ChosenList): string {
  if (list.kind === 'gene-set') return `set:${list.id}`;
  if (list.kind === 'module') return `module:${list.id}:${list.definition}`;
  return `list:${list.packed}`;
}

/** The list as the call takes it. @throws Error if a packed list cannot be read */
export async function toCompared(list: ChosenList): Promise<ComparedList> {
  if (list.kind !== 'list') return list;
  return { kind: 'list', identifiers: await unpackList(list.packed) };
}
