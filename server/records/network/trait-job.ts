/** The job that stores every missing or outdated table of module traits; intake adds it with analyses and data sets. */
export const TRAITS_JOB = { key: 'store module traits', payload: {} };
