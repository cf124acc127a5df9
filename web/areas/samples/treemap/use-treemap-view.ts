import { z } from 'zod';
import { useAddressQuery } from '../../../base/addresses/address-query.ts';
import {
  readNames,
  readSelection,
  type SelectedValue,
  toggleValue,
  writeNames,
  writeSelection,
} from '../selection-text.ts';

export const SCALE_STEP = 5;

const text = z.string().max(20_000).catch('');
const shape = z.object({
  where: text.transform(readSelection),
  added: text.transform(readNames),
  removed: text.transform(readNames),
  view: z.enum(['picture', 'table']).optional().catch(undefined),
  scale: z.literal(String(SCALE_STEP)).optional().catch(undefined),
});

function without(names: readonly string[], name: string): string[] {
  return names.filter((other) => other !== name);
}

/** The treemap's state in the address, with the actions that change it. */
export function useTreemapView(usualView: 'picture' | 'table') {
  const { query, setQuery } = useAddressQuery(shape);
  const { where, added, removed } = query;

  return {
    selection: where,
    added,
    removed,
    view: query.view ?? usualView,
    scale: query.scale === undefined ? 1 : SCALE_STEP,
    setView: (view: 'picture' | 'table') => setQuery({ view }, true),
    setScale: (scale: number) => setQuery({ scale: scale === 1 ? null : String(SCALE_STEP) }, true),
    toggle: (chosen: SelectedValue) => setQuery({ where: writeSelection(toggleValue(where, chosen)) }),
    clearSelection: () => setQuery({ where: null }),
    /** shows an attribute: restores a removed one, adds any other */
    add: (name: string) =>
      removed.includes(name)
        ? setQuery({ removed: writeNames(without(removed, name)) })
        : setQuery({ added: writeNames([...without(added, name), name]) }),
    remove: (name: string) => setQuery({ removed: writeNames([...without(removed, name), name]) }),
    restoreAll: () => setQuery({ removed: null }),
  };
}

export type TreemapView = ReturnType<typeof useTreemapView>;
