import { useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';

const shape = z.object({
  view: z.enum(['diagram', 'tree']).optional().catch(undefined),
  layout: z.literal('vertical').optional().catch(undefined),
  find: z.string().max(200).catch(''),
});

export type LineageForm = 'diagram' | 'tree';

/** View settings of the lineage: form, orientation and search in the address, collapsed nodes in the component. */
export function useLineageView(usualForm: LineageForm) {
  const { query, setQuery } = useAddressQuery(shape);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());

  function toggle(id: string): void {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  }

  return {
    form: query.view ?? usualForm,
    orientation: query.layout ?? ('horizontal' as const),
    find: query.find,
    folded,
    toggle,
    setFolded,
    setForm: (form: LineageForm) => setQuery({ view: form }, true),
    setOrientation: (orientation: 'horizontal' | 'vertical') =>
      setQuery({ layout: orientation === 'vertical' ? orientation : null }, true),
    setFind: (find: string) => setQuery({ find }, true),
  };
}

export type LineageView = ReturnType<typeof useLineageView>;
