/** Splits pasted identifiers at lines, commas, semicolons, tabs or spaces, and removes duplicates. */
export function splitIdentifiers(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}
