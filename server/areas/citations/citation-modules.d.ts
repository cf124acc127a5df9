/** The parts of the citation library that are used; it has no types of its own. */
declare module '@citation-js/core' {
  interface CiteObject {
    data: Record<string, unknown>[];
    format(form: 'bibtex' | 'ris'): string;
  }
  const library: {
    Cite: new (data: object | string) => CiteObject;
    plugins: { config: { get(plugin: '@bibtex'): { format: object } } };
  };
  export default library;
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
