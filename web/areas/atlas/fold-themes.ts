/** Rows of the atlas; meta-modules of one theme are folded into one row. */
import type { MetaModule } from '@omicon/contract/areas/analyses/atlas.ts';

export interface AtlasRow {
  meta: MetaModule;
  /** of the row that stands for a theme: number of the theme, and how many more meta-modules it has on this page */
  fold: { theme: number; more: number; isOpen: boolean } | null;
  /** below the row of its theme */
  isInner: boolean;
}

/** One row for each meta-module. */
export function flatRows(metas: readonly MetaModule[]): AtlasRow[] {
  return metas.map((meta) => ({ meta, fold: null, isInner: false }));
}

/**
 * One row for each theme: its leading meta-module, or the first one where the leading one is on another page. The other
 * meta-modules of an open theme follow, in the order given.
 * @param open numbers of the open themes
 */
export function foldThemes(metas: readonly MetaModule[], open: ReadonlySet<number>): AtlasRow[] {
  const themes = new Map<number, MetaModule[]>();
  for (const meta of metas) themes.set(meta.theme.id, [...(themes.get(meta.theme.id) ?? []), meta]);
  return [...themes].flatMap(([theme, members]) => {
    const leading = members.find(({ id }) => id === theme) ?? members[0];
    if (leading === undefined) return [];
    const others = members.filter((meta) => meta !== leading);
    if (others.length === 0) return flatRows([leading]);
    const isOpen = open.has(theme);
    const head: AtlasRow = { meta: leading, fold: { theme, more: others.length, isOpen }, isInner: false };
    return isOpen ? [head, ...others.map((meta): AtlasRow => ({ meta, fold: null, isInner: true }))] : [head];
  });
}
