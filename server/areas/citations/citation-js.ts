/** The citation library with what it needs to write BibTeX and RIS. It gets items only: of a text it would fetch addresses. */
import { createRequire } from 'node:module';

interface CiteObject {
  data: Record<string, unknown>[];
  format(form: 'bibtex' | 'ris'): string;
}

interface CitationJs {
  Cite: new (data: object | string) => CiteObject;
  plugins: { config: { get(plugin: '@bibtex'): { format: object } } };
}

// Its modules for `import` name files without their endings, which Node does not find.
const load = createRequire(import.meta.url);
load('@citation-js/plugin-bibtex');
load('@citation-js/plugin-ris');

const { Cite, plugins } = load('@citation-js/core') as CitationJs;

// Plain ASCII would leave out letters for which LaTeX has no command.
Object.assign(plugins.config.get('@bibtex').format, { asciiOnly: false, useIdAsLabel: true });

export { Cite };
