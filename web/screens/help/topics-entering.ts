import type { Topic } from './topic.ts';

/** Topics on access: signing in, accounts, terms, guests. */
export const ENTERING: readonly Topic[] = [
  {
    id: 'signing-in',
    title: 'Signing in by each door, and what is kept of guests',
    blocks: [
      'The landing page has a door for everybody. Whichever you take, you arrive where you wanted to go: an address that somebody sent you is kept until you are in.',
      { kind: 'picture', name: 'landing', says: 'The landing page with its doors' },
      {
        kind: 'list',
        items: [
          'REGISTERED USERS: user name and password. Forgot password? sends a link to your address that works for 30 minutes.',
          'Sign Up: makes an account. A link in a mail, or a code, proves that the address is yours; before that you cannot sign in.',
          'Login as Guest User: one click, no account. You may look and preview, not download.',
          'Lab Member Login: where the laboratory has set up the single sign-on of its institution, members enter with their account there.',
          'Sign in with ORCID: where the laboratory has set it up, researchers enter with their ORCID iD.',
          'Reviewers get an address of the login page that is meant for them, with a name and password.',
        ],
      },
      'Each click on Login as Guest User makes a guest of its own: a random name, no password, no address. No two guests share anything, and nobody can come back as the same guest. A guest ends after eight hours at the latest, and what was kept for it is deleted soon after. Only the log of the portal keeps that a guest signed in and when, with no name and no address.',
      'Cookies are used for the sign-in alone. The page asks no other site for anything.',
      'A sign-in ends after 60 minutes in which you do nothing, and after 12 hours in any case. Two minutes before, the page says so and lets you stay, where that is possible.',
    ],
  },
  {
    id: 'account',
    title: 'Your account and the terms',
    blocks: [
      'Account, in the menu under your initials, holds your name, institution and ORCID iD, your tokens for scripts, and a button that signs you out on every other device.',
      'A new password is set by Forgot password? on the login page. It ends every sign-in and every token for scripts of yours, also those you forgot.',
      'Your role is given by an administrator. When it changes you are signed out, and the new role holds from your next sign-in.',
      'Before anything is shown you are asked to accept the terms of service. Accept lets you in, Decline signs you out. When new terms come into force you are asked again, also on a page that is open. The terms and the day on which you accepted them can be read at any time under TOS.',
    ],
    links: [
      { title: 'Account', href: '/home/account' },
      { title: 'Terms Of Service', href: '/home/termsofservice' },
    ],
  },
  {
    id: 'roles',
    title: 'Roles, and what each may do',
    blocks: [
      'This is what a fresh portal grants. An administrator can change it, so what you see in the menus and buttons is what holds for you.',
      {
        kind: 'table',
        head: ['', 'Guest', 'Registered user', 'Reviewer', 'Lab member', 'Admin'],
        rows: [
          ['Read public records, preview files', 'yes', 'yes', 'yes', 'yes', 'yes'],
          ['Read records of the laboratory', 'no', 'no', 'yes', 'yes', 'yes'],
          ['Download files', 'no', 'yes', 'yes', 'yes', 'yes'],
          ['Write comments, star records, save queries', 'no', 'yes', 'yes', 'yes', 'yes'],
          ['Make tokens for scripts', 'no', 'yes', 'yes', 'yes', 'yes'],
          ['Add data collections, analyses, gene sets', 'no', 'no', 'no', 'yes', 'yes'],
          ['Delete and restore records', 'no', 'no', 'no', 'no', 'yes'],
          ['Users, roles, preferences, terms', 'no', 'no', 'no', 'no', 'yes'],
        ],
      },
      'A record that you may not see answers as one that is not there. A guest who asks to download is told that an account is needed.',
    ],
  },
];
