/** The citation library with what it needs to write BibTeX and RIS. It gets items only: of a text it would fetch addresses. */
import library from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';

export const { Cite } = library;

// Plain ASCII would leave out letters for which LaTeX has no command.
Object.assign(library.plugins.config.get('@bibtex').format, { asciiOnly: false, useIdAsLabel: true });
