/** Who may search: whoever may search any kind of record. Each record found is one the caller may read. */
export const SEARCH_ACCESS = { anyOf: ['COLLECTION_SEARCH', 'DATA_SET_SEARCH', 'PROJECT_SEARCH'] } as const;
