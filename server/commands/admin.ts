/**
 * `npm run admin -- <e-mail address> [--username name]`: creates an administrator and prints a link to choose a
 * password.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  AdministratorRefused,
  LINK_MINUTES,
  makeAdministrator,
} from '../areas/registration/make-administrator.ts';
import { withServices } from '../with-services.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { username: { type: 'string' } },
});
const email = z.email().safeParse(positionals[0]);
if (!email.success || positionals.length > 1) {
  console.error('Usage: npm run admin -- <e-mail address> [--username name]');
  process.exit(2);
}

try {
  const { isNew, link } = await withServices(({ services }) =>
    makeAdministrator(services, { email: email.data, username: values.username }),
  );
  console.log(
    `${email.data} is an administrator${isNew ? ' with a new account' : ''}. Choose a password within ${LINK_MINUTES} minutes at\n${link}`,
  );
} catch (error) {
  if (!(error instanceof AdministratorRefused)) throw error;
  console.error(error.message);
  process.exit(1);
}
