import type { Role } from '@omicon/domain/permissions/permissions.ts';
import type { Services } from '../base/services.ts';
import { hashPassword } from '../base/sign-in/passwords.ts';

export interface PersonOptions {
  role?: Role;
  username?: string;
  /** without it, the person cannot sign in by password */
  password?: string;
  isVerified?: boolean;
  first_name?: string;
  last_name?: string;
}

export interface Person {
  id: number;
  username: string;
  expires_at: Date | null;
}

let count = 0;

/** A person with an account; guests expire after eight hours. */
export async function aPerson({ db }: Services, options: PersonOptions = {}): Promise<Person> {
  count += 1;
  const role = options.role ?? 'RU';
  return db
    .insertInto('person')
    .values({
      role,
      username: options.username ?? `${role.toLowerCase()}_${count}`,
      password_hash: options.password === undefined ? null : await hashPassword(options.password),
      first_name: options.first_name ?? null,
      last_name: options.last_name ?? null,
      verified_at: options.isVerified === false ? null : new Date(),
      expires_at: role === 'GU' ? new Date(Date.now() + 8 * 3600 * 1000) : null,
    })
    .returning(['id', 'username', 'expires_at'])
    .executeTakeFirstOrThrow();
}
