import { describeMachine } from './figures.ts';

/** What can be run, by name, in the order in which it is run. */
export type Scenarios = Record<string, () => void | Promise<void>>;

/**
 * Runs the named scenarios, by default all. One that fails does not stop the others. Exits with code 1 if one has
 * failed, and with 2 for an unknown name.
 */
export async function runScenarios(scenarios: Scenarios, names: readonly string[] = []): Promise<void> {
  const known = Object.keys(scenarios);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(', ')}`);
    process.exitCode = 2;
    return;
  }
  console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`);
  const failed: string[] = [];
  for (const [name, run] of Object.entries(scenarios)) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      await run();
    } catch (error) {
      console.error(`  FAILED: ${name}:`, error);
      failed.push(name);
    }
  }
  if (failed.length === 0) return;
  console.error(`\n${failed.length} failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
