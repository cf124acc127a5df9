/**
 * `npm start`: the whole product in one process tree, or one role of it. Flags: `--empty`, `--import <folder or zip>
 * ...`.
 */
import { parseArguments } from './base/arguments.ts';
import { surviveBrokenPipes } from './base/broken-pipe.ts';
import { ConfigError, readConfig } from './config.ts';
import { startProduct } from './product.ts';

async function main(): Promise<void> {
  const started = performance.now();
  surviveBrokenPipes();
  const config = readConfig(process.env);
  if (config.role === 'worker') {
    await import('./worker.ts');
    return;
  }
  if (config.role === 'search') {
    const { runSearchNode } = await import('./search-node/start-node.ts');
    await runSearchNode(config);
    return;
  }
  const product = await startProduct(config, parseArguments(process.argv.slice(2)));
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    console.log('Stopping ...');
    product.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Whoever reads it may send a signal at once, which without its handler would leave the database running.
  console.log(
    `Omicon answers at ${config.publicUrl} (ready in ${((performance.now() - started) / 1000).toFixed(1)} s). Ctrl-C stops it.`,
  );
  product.followDemo().then(
    (wasMade) => {
      if (wasMade && !isStopping) console.log('The demo laboratory is complete.');
    },
    (error: unknown) => {
      // Only the messages stop; the worker continues the import.
      if (!isStopping) console.error('The progress of the demo import is not available.', error);
    },
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? `Omicon did not start:\n${error.message}` : error);
  process.exit(1);
});
