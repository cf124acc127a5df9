/** Lists of a comparison, as the address has them: `set:12`, `module:34:Seed` or `list:<packed genes>:<name>`. */
import type { ComparedList } from '@omicon/contract/areas/genes/gene-lists.ts';
import { SEARCHED_DEFINITIONS, type SearchedDefinition } from '@omicon/domain/records/module-definition.ts';
import { unpackList } from '../../base/gene-list.ts';
import { cutEnd } from '../../ui/text/format.ts';

export const LIST_LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

export type ChosenList =
  | { kind: 'gene-set'; id: number }
  | { kind: 'module'; id: number; definition: SearchedDefinition }
  | { kind: 'list'; packed: string; name: string };

/** The call takes no longer names. */
const MAX_LIST_NAME = 100;

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
  const [packed, ...name] = parts;
  return kind === 'list' && packed ? { kind: 'list', packed, name: name.join(':') } : null;
}

/** A list without a name is named by the comparison. */
function writeList({ packed, name }: { packed: string; name: string }): string {
  return name === '' ? `list:${packed}` : `list:${packed}:${name}`;
}

export function writeChosen(list: ChosenList): string {
  if (list.kind === 'gene-set') return `set:${list.id}`;
  if (list.kind === 'module') return `module:${list.id}:${list.definition}`;
  return writeList(list);
}

/** The list as the call takes it. @throws Error if a packed list cannot be read */
export async function toCompared(list: ChosenList): Promise<ComparedList> {
  if (list.kind !== 'list') return list;
  const { name, packed } = list;
  return { kind: 'list', name: cutEnd(name, MAX_LIST_NAME), identifiers: await unpackList(packed) };
}
