/** The row and the gene set that are pointed at: each marks what belongs to it in the other panel. */
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { Picture } from './picture-model.ts';
import type { PictureSet } from './set-dots.ts';

type Row = Picture['rows'][number];

interface Marked {
  row: Row | null;
  set: PictureSet | null;
  markRow(row: Row | null): void;
  markSet(set: PictureSet | null): void;
}

const MarkedContext = createContext<Marked>({
  row: null,
  set: null,
  markRow: () => undefined,
  markSet: () => undefined,
});

/** Its children are rendered again only where they ask for what is marked. */
export function MarkedProvider({ children }: { children: ReactNode }) {
  const [row, markRow] = useState<Row | null>(null);
  const [set, markSet] = useState<PictureSet | null>(null);
  const marked = useMemo(() => ({ row, set, markRow, markSet }), [row, set]);
  return <MarkedContext value={marked}>{children}</MarkedContext>;
}

export function useMarked(): Marked {
  return use(MarkedContext);
}
