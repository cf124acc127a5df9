import { useState } from 'react';
import { z } from 'zod';

const storedWidths = z.record(z.string(), z.number().min(40).max(2000));

function readWidths(storageName: string): Record<string, number> {
  try {
    return storedWidths.parse(JSON.parse(localStorage.getItem(storageName) ?? '{}'));
  } catch {
    // Widths written by another version, or storage switched off: the defaults serve as well.
    return {};
  }
}

/** Column widths of one grid in px, remembered on this computer under the grid's name. */
export function useColumnWidths(gridName: string, defaults: readonly { key: string; width: number }[]) {
  const storageName = `omicon.grid.${gridName}.widths`;
  const [chosen, setChosen] = useState(() => readWidths(storageName));

  function setWidth(key: string, width: number): void {
    const next = { ...chosen, [key]: Math.round(Math.min(Math.max(width, 48), 1200)) };
    setChosen(next);
    try {
      localStorage.setItem(storageName, JSON.stringify(next));
    } catch {
      // Without storage the width lasts until the page is left.
    }
  }

  const widths = new Map(defaults.map(({ key, width }) => [key, chosen[key] ?? width]));
  return { widths, setWidth };
}
