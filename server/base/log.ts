import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured log lines on standard output; secrets never reach them, line breaks in names are escaped by JSON. */
export function createLog(level: string, destination?: DestinationStream): Logger {
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
  return destination ? pino(options, destination) : pino(options);
}
