/** `npm run migrate`: migrates the database to the newest schema. */
import { withServices } from '../with-services.ts';

await withServices(async () => console.log('The schema is current.'));
