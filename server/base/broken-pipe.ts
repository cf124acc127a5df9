/**
 * Lets the process go on, and stop in order, when what it prints cannot be written: its terminal is closed, the program
 * that read it has ended, the disk of its file is full. Where telling is what fails, nobody can be told.
 */
export function surviveBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
