import { type DestinationStream, type Logger, pino } from 'pino';

/** Characters that wait while they cannot be written; what comes beyond that is given up. */
const MOST_WAITING = 1_000_000;

/** A line that cannot be written, as on a full disk, ends nobody. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  output.on('error', () => undefined);
  return output;
}

/** Structured log lines on standard output; secrets never reach them, line breaks in names are escaped by JSON. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.token',
        'password',
        'token',
      ],
      censor: '[redacted]',
    },
    base: { product: 'omicon' },
  };
  return pino(options, destination);
}
