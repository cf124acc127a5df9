const LINE_EVERY_MS = 10_000;

interface Terminal {
  write(text: string): unknown;
  isTTY?: boolean;
}

/**
 * Prints the progress of a command: on a terminal one line that is updated, in a file or journal a line for each phase
 * and every ten seconds.
 */
export function tellProgress(
  terminal: Terminal = process.stderr,
  now: () => number = () => performance.now(),
) {
  let phaseTold: string | null = null;
  let toldAt = 0;
  return {
    tell(phase: string, text: string): void {
      if (terminal.isTTY) {
        terminal.write(`\r${phase}: ${text}    `);
        return;
      }
      if (phase === phaseTold && now() - toldAt < LINE_EVERY_MS) return;
      phaseTold = phase;
      toldAt = now();
      terminal.write(`${phase}: ${text}\n`);
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\n');
    },
  };
}
