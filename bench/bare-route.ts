/**
 * The least that a read can cost: a Fastify route with one prepared statement that reads one row by its key. Runs as a
 * process of its own; prints its port.
 */
import { fastify } from 'fastify';
import pg from 'pg';

const CONNECTIONS = 20;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS });
const app = fastify();
app.get<{ Params: { id: string } }>('/people/:id', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'person',
    text: 'select id, username, role from person where id = $1',
    values: [params.id],
  });
  return rows[0];
});
const address = await app.listen({ port: 0, host: 'localhost' });
console.log(new URL(address).port);
