/** Identifiers as people paste them: by lines, commas, semicolons, tabs or blanks. */
export function splitIdentifiers(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}
