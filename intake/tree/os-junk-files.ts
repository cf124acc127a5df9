const JUNK_NAMES = new Set(['.DS_Store', '__MACOSX', 'Thumbs.db', 'desktop.ini']);

/** Whether a file or folder is a leftover of an operating system, without data of the laboratory. */
export function isJunkFile(name: string): boolean {
  return JUNK_NAMES.has(name) || name.startsWith('._');
}
