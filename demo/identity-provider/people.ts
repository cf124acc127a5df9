/** People who sign in through the demo identity providers, with the password of the demo accounts. */

export interface DemoPerson {
  subject: string;
  given_name: string;
  family_name: string;
  /** ORCID provides no address */
  email?: string;
  /** default true */
  email_verified?: boolean;
  /** description on the page */
  about: string;
}

/** On the whitelist of the demo. */
export const DEMO_MEMBERS: readonly (DemoPerson & { email: string })[] = [
  {
    subject: 'member-1',
    given_name: 'Maren',
    family_name: 'Solberg',
    email: 'maren.solberg@demo.invalid',
    about: 'Member of the laboratory',
  },
  {
    subject: 'member-2',
    given_name: 'Jonas',
    family_name: 'Adeyemi',
    email: 'jonas.adeyemi@demo.invalid',
    about: 'Member of the laboratory',
  },
];

export const INSTITUTION_PEOPLE: readonly DemoPerson[] = [
  ...DEMO_MEMBERS,
  {
    subject: 'outsider-1',
    given_name: 'Petra',
    family_name: 'Novak',
    email: 'petra.novak@demo.invalid',
    about: 'Works elsewhere in the institution, is refused',
  },
];

/** Josiah Carberry is ORCID's fictitious researcher, with his real iD. */
export const ORCID_PEOPLE: readonly DemoPerson[] = [
  {
    subject: '0000-0002-1825-0097',
    given_name: 'Josiah',
    family_name: 'Carberry',
    about: '0000-0002-1825-0097',
  },
];
