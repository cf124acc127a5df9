/** Readers of the same records; what is computed over all records is computed for each audience apart. */
export const AUDIENCES = ['public', 'laboratory'] as const;
export type Audience = (typeof AUDIENCES)[number];
