/** What a row of a list of modules may stand for: a module, a recurring module of a data set, or a meta-module. */
export const MODULE_FOLDS = ['module', 'data-set', 'meta-module'] as const;
export type ModuleFold = (typeof MODULE_FOLDS)[number];
