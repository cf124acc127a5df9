/** The first terms of service, in force until an administrator publishes new ones. */
import type { Terms } from '@omicon/contract/areas/people/terms.ts';
import type { Database } from '../../base/postgres/database.ts';
import { createFirstVersion } from './sql.ts';

const FIRST_TERMS: Terms = {
  version: 1,
  dated: '2024-04-05',
  sections: [
    {
      heading: 'Research and education',
      body: 'Omicon may be used for research and education only. Any other use needs the written consent of the laboratory.',
    },
    {
      heading: 'Your own account',
      body: 'Use the portal only with an individual account of your own, made with your own name and address. You answer for what is done with it.',
    },
    {
      heading: 'No shared accounts',
      body: 'An account belongs to one person. Do not share your password or your tokens with anybody, and do not use the account of somebody else.',
    },
    {
      heading: 'No training of commercial models',
      body: 'Neither the data nor the code of the portal may be used to train, tune or test commercial models of artificial intelligence.',
    },
    {
      heading: 'No misuse of the service',
      body: 'The portal and its computers may not be used to send unsolicited mass mail, to mine cryptocurrencies, or for anything else that burdens them without serving research.',
    },
    {
      heading: 'What is recorded',
      body: 'Actions in the portal are monitored: sign-ins, searches, downloads, uploads and changes are recorded to protect the data and the people who work with them.',
    },
    {
      heading: 'Suspension and end of access',
      body: 'The laboratory may suspend or end your access at any time, in particular when these terms are not kept.',
    },
    {
      heading: 'Removal of content',
      body: 'The laboratory may remove any content, such as uploads and comments, that breaks these terms, the law or the rights of others.',
    },
    {
      heading: 'Licence',
      body: 'You receive a licence to use the portal, its data and its code for academic or nonprofit purposes. It is not exclusive, cannot be passed on, and ends with your access.',
    },
    {
      heading: 'Acknowledgement',
      body: 'Publications that rest on data, analyses or code of the portal must acknowledge Omicon and cite the studies the data come from.',
    },
  ],
};

/** Publishes the first terms if there are none. Idempotent; called at every start. */
export async function ensureTerms(db: Database): Promise<void> {
  await db.transaction().execute((tx) => createFirstVersion(tx, FIRST_TERMS));
}
