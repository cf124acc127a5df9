const LITTER = new Set(['.DS_Store', '__MACOSX', 'Thumbs.db', 'desktop.ini']);

/** Whether a file or folder name is one that operating systems leave behind; it carries nothing of the laboratory. */
export function isJunkFile(name: string): boolean {
  return LITTER.has(name) || name.startsWith('._');
}
