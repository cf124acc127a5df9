import type { ClipboardEvent } from 'react';

/** What is copied of cells: the text of a name is one line, although a name is drawn in parts. */

/** Of parts of the document: whole names in place of short ones, without what is for screen readers only, cells of a row by tabs, rows by line breaks. */
function textOf(copied: DocumentFragment): string {
  for (const seen of copied.querySelectorAll('[data-renamed] [data-seen]')) seen.remove();
  for (const whole of copied.querySelectorAll('[data-renamed] [data-spoken]'))
    whole.removeAttribute('data-spoken');
  for (const spoken of copied.querySelectorAll('[data-spoken]')) spoken.remove();
  const rows = [...copied.querySelectorAll('tr')];
  const lines = (rows.length > 0 ? rows : [copied]).map((row) => {
    const cells = [...row.querySelectorAll('th, td')];
    return (cells.length > 0 ? cells : [row]).map(({ textContent }) => textContent?.trim() ?? '').join('\t');
  });
  // A click that selects a cell also reaches the beginning of the next.
  return lines.join('\n').trimEnd();
}

/** Puts the selected cells of a grid, or a part of one name, on the clipboard. */
export function copySelected(event: ClipboardEvent): void {
  const selection = window.getSelection();
  if (event.defaultPrevented || selection === null || selection.isCollapsed || selection.rangeCount === 0)
    return;
  const range = selection.getRangeAt(0);
  if (!event.currentTarget.contains(range.commonAncestorContainer)) return;
  event.clipboardData.setData('text/plain', textOf(range.cloneContents()));
  event.preventDefault();
}
