/** `npm run settings`: writes `docs/settings.md` from the shapes of the settings. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeSettings } from '../base/api-reference/describe-settings.ts';
import { REPOSITORY } from '../config.ts';

writeFileSync(path.join(REPOSITORY, 'docs/settings.md'), describeSettings());
