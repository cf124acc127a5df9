import { ADD_ANALYSIS, ADD_COLLECTION } from '@omicon/contract/addresses.ts';
import type { ReactNode } from 'react';
import { useSession } from '../base/sign-in/session.ts';
import { ButtonLink } from '../ui/navigation/ButtonLink.tsx';

const STEPS = {
  collection: { permission: 'COLLECTION_CREATE', href: ADD_COLLECTION, label: 'Add data collection' },
  analysis: { permission: 'PROJECT_CREATE', href: ADD_ANALYSIS, label: 'Add analysis' },
} as const;

/** Explains why a list is empty and, for people with permission, links to the screen that fills it. */
export function FirstStep({ kind, children }: { kind: keyof typeof STEPS; children: ReactNode }) {
  const { hasPermission } = useSession();
  const { permission, href, label } = STEPS[kind];
  return (
    <>
      {children}
      {hasPermission(permission) && (
        <div>
          <ButtonLink href={href} size="xs" mt="md">
            {label}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
