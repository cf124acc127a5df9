/** The laboratory's own folders beside the repository, or where OMICON_TEST_DATA says. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../config.ts';

export const CORPUS = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data', 'corpus');

export const CORPUS_IS_MISSING = !existsSync(CORPUS);
