/**
 * `node server/commands/check-alive.ts`: exit code 0 if the web process of this container answers, for health checks.
 */
import { readConfig } from '../config.ts';

const { port } = readConfig(process.env);
const isAlive = await fetch(`http://127.0.0.1:${port}/healthz`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isAlive ? 0 : 1);
