/** Accounts of the demo laboratory, which share one password. */
import type { Role } from '@omicon/domain/permissions/permissions.ts';

export interface DemoAccount {
  username: string;
  first_name: string;
  last_name: string;
  role: Role;
}

/** One of every role, and two of those who see each other's records. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { username: 'demo_admin', first_name: 'Ada', last_name: 'Lindqvist', role: 'admin' },
  { username: 'demo_lab', first_name: 'Lena', last_name: 'Okafor', role: 'LAB' },
  { username: 'demo_lab2', first_name: 'Bruno', last_name: 'Castell', role: 'LAB' },
  { username: 'demo_ru', first_name: 'Rosa', last_name: 'Unger', role: 'RU' },
  { username: 'demo_ru2', first_name: 'Tomas', last_name: 'Vale', role: 'RU' },
  { username: 'demo_reviewer', first_name: 'Iris', last_name: 'Nakamura', role: 'REVIEWER' },
];
