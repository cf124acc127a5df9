/** Permissions to search: any permission to search records. Results contain only records the caller may read. */
export const SEARCH_ACCESS = { anyOf: ['COLLECTION_SEARCH', 'DATA_SET_SEARCH', 'PROJECT_SEARCH'] } as const;
