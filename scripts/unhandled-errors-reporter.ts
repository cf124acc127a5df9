/** Vitest reporter that writes errors outside of tests, which fail a run but are not in its JSON report. */
import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** Setting with the path of the file: a JSON list of texts. */
export const FILE_SETTING = 'OMICON_UNHANDLED_ERRORS';

export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env[FILE_SETTING];
    if (file === undefined) throw new Error(`${FILE_SETTING} is not set.`);
    writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)));
  }
}
