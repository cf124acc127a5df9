/** Identifiers as people paste them, each once: divided by lines, commas, semicolons, tabs or spaces. */
export function splitIdentifiers(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}
