/**
 * Keeps the process running, and able to stop cleanly, if its output cannot be written: closed terminal, ended reader
 * of a pipe, full disk. Such errors are ignored, as there is nowhere to report them.
 */
export function surviveBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
