/**
 * The least that a read can cost: Fastify routes with one prepared statement each, without permissions or totals. One
 * reads a row by its key, the other the same page of 25 data sets that the portal lists. Runs as a process of its own;
 * prints its port.
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
app.get('/data-sets', async () => {
  const { rows } = await pool.query({
    name: 'data sets',
    text: `
      select d.number as id, d.version, c.number as data_collection_id, c.title as data_collection_title, d.title,
             d.ds_version, d.technology, d.platform, d.analyte, d.unique_identifier, d.transformations,
             d.quantification_scale, d.number_of_samples, d.number_of_features, d.notes, d.visibility, d.owner,
             d.created_at as upload_date
        from data_set d left join data_collection c on c.number = d.data_collection_number and c.is_current
       where d.is_current and d.deleted_at is null
       order by lower(d.title), d.number limit 25`,
  });
  return { results: rows };
});
const address = await app.listen({ port: 0, host: 'localhost' });
console.log(new URL(address).port);
