import { type DestinationStream, type Logger, pino } from 'pino';

/** Characters buffered while output is blocked; the rest is dropped. */
const MAX_WAITING = 1_000_000;

/** Write errors, for instance on a full disk, do not end the process. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING });
  output.on('error', () => undefined);
  return output;
}

/** Structured log on standard output, with secrets redacted; JSON escapes line breaks in names. */
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
