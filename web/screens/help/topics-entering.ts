import type { Topic } from './topic.ts';

/** Topics on access: signing in, accounts, terms, guests. */
export const ENTERING: readonly Topic[] = [
  {
    id: 'signing-in',
    title: 'Ways to sign in, and what is stored about guests',
    blocks: [
      'The landing page offers several ways to sign in. If somebody sent you a link, you get to its page after signing in.',
      { kind: 'picture', name: 'landing', says: 'The landing page with the ways to sign in' },
      {
        kind: 'list',
        items: [
          'REGISTERED USERS: user name and password. Forgot password? sends a link to your address that works for 30 minutes.',
          'Sign Up: creates an account. Before you can sign in, confirm your address with the link or code that is sent to you.',
          'Login as Guest User: one click, no account. You can browse and preview, but not download.',
          'Lab Member Login: if the laboratory has set up single sign-on with its institution, members sign in with their institutional account.',
          'Sign in with ORCID: if the laboratory has set it up, researchers sign in with their ORCID iD.',
          'Reviewers receive the address of a separate login page, with a user name and password.',
        ],
      },
      'Each click on Login as Guest User creates a new guest with a random name and without password or e-mail address. Guests share nothing with each other, and nobody can return as the same guest. A guest account ends after eight hours at most, and its data are deleted soon after. Only the portal’s log keeps a record of when a guest signed in, without name or address.',
      'Cookies are used only for signing in. Pages load nothing from other sites.',
      'You are signed out after 60 minutes of inactivity, and after 12 hours in any case. Two minutes before, the page warns you and, if possible, lets you stay signed in.',
    ],
  },
  {
    id: 'account',
    title: 'Your account and the terms',
    blocks: [
      'Account, in the menu under your initials, shows your name, institution, ORCID iD and tokens for scripts, and has a button to sign you out on all other devices.',
      'To set a new password, use Forgot password? on the login page. This signs you out everywhere and revokes all your tokens for scripts.',
      'An administrator assigns your role. When it changes you are signed out, and the new role applies from your next sign-in.',
      'Before you can use the portal, you are asked to accept the terms of service. Accept lets you in, Decline signs you out. When new terms come into force you are asked again, even on an open page. You can always read the terms, and the date on which you accepted them, under TOS.',
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
      'These are the permissions in a new portal. Administrators can change them; the menus and buttons that you see show what you can do.',
      {
        kind: 'table',
        head: ['', 'Guest', 'Registered user', 'Reviewer', 'Lab member', 'Admin'],
        rows: [
          ['Read public records, preview files', 'yes', 'yes', 'yes', 'yes', 'yes'],
          ['Read records of the laboratory', 'no', 'no', 'yes', 'yes', 'yes'],
          ['Download files', 'no', 'yes', 'yes', 'yes', 'yes'],
          [
            'Write comments, star records, save queries, collect in baskets',
            'no',
            'yes',
            'yes',
            'yes',
            'yes',
          ],
          ['Create tokens for scripts', 'no', 'yes', 'yes', 'yes', 'yes'],
          ['Add data collections, analyses, gene sets', 'no', 'no', 'no', 'yes', 'yes'],
          ['Delete and restore records', 'no', 'no', 'no', 'no', 'yes'],
          ['Users, roles, preferences, terms', 'no', 'no', 'no', 'no', 'yes'],
        ],
      },
      'A record you cannot read looks as if it did not exist. Guests who try to download see a message that they need an account.',
    ],
  },
];
