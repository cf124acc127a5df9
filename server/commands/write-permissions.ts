/** `npm run permissions`: writes `docs/permissions.md` from the codes and the contract. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describePermissions } from '../base/api-reference/describe-permissions.ts';
import { REPOSITORY } from '../config.ts';

mkdirSync(path.join(REPOSITORY, 'docs'), { recursive: true });
writeFileSync(path.join(REPOSITORY, 'docs/permissions.md'), describePermissions());
