import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import type { ReactNode } from 'react';
import { useSession } from '../base/sign-in/session.ts';
import { ButtonLink } from '../ui/navigation/ButtonLink.tsx';

const STEPS = { collection: NAMED_SCREENS.addCollection, analysis: NAMED_SCREENS.addAnalysis };

/** Explains why a list is empty and, for people with permission, links to the screen that fills it. */
export function FirstStep({ kind, children }: { kind: keyof typeof STEPS; children: ReactNode }) {
  const { hasPermission } = useSession();
  const { access, href, title } = STEPS[kind];
  return (
    <>
      {children}
      {hasPermission(access) && (
        <div>
          <ButtonLink href={href} size="xs" mt="md">
            {title}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
