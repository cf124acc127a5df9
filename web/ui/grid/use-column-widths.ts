import type { Updater } from '@tanstack/react-table';
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

/** Column widths of one grid in px, where they were changed; remembered on this computer under the grid's name. */
export function useColumnWidths(gridName: string) {
  const storageName = `omicon.grid.${gridName}.widths`;
  const [widths, setWidths] = useState(() => readWidths(storageName));

  function change(updater: Updater<Record<string, number>>): void {
    const next = updater instanceof Function ? updater(widths) : updater;
    setWidths(next);
    try {
      localStorage.setItem(storageName, JSON.stringify(next));
    } catch {
      // Without storage the widths last until the page is left.
    }
  }

  return [widths, change] as const;
}
