import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Order of test files: vitest starts with the largest files, so small but slow ones would run alone at the end.
 * @param names slow test files, slowest first
 */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  const placeOf = ({ moduleId }: TestSpecification) =>
    names.findIndex((name) => moduleId.endsWith(`/${name}`));
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const longest = sorted.filter((file) => placeOf(file) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
      return [...longest, ...sorted.filter((file) => placeOf(file) < 0)];
    }
  };
}
