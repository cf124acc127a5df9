import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DraftPlace, findExcluded } from '../calls.ts';
import { type Mentioned, mentionedIn } from './clean-message.ts';
import type { Draft } from './drafts.ts';

interface Notice {
  visibility: Draft['visibility'];
  excluded: readonly Mentioned[];
}

/**
 * Tells the writer, before a comment is sent, whom it mentions in vain: people who could not read it are not notified.
 * The first attempt to send shows the notice; the next one sends.
 */
export function useExcludedMentions() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const find = useMutation({
    mutationFn: ({ mentioned, place }: { mentioned: readonly Mentioned[]; place: DraftPlace }) =>
      findExcluded(mentioned, place),
  });

  /** @returns whether the writer knows of everybody who could not read the message */
  async function areTold(message: string, place: DraftPlace): Promise<boolean> {
    const mentioned = mentionedIn(message);
    if (mentioned.length === 0) return true;
    const { visibility } = place;
    const known = notice?.visibility === visibility ? notice.excluded.map(({ id }) => id) : [];
    let excluded: Mentioned[];
    try {
      excluded = await find.mutateAsync({ mentioned, place });
    } catch {
      // The global error handler has shown the failure.
      return false;
    }
    setNotice({ visibility, excluded });
    return excluded.every(({ id }) => known.includes(id));
  }

  /** The sentence about those who are still mentioned; empty if there is nobody. */
  function excludedFrom({ message, visibility }: Draft): string {
    if (notice === null || notice.visibility !== visibility) return '';
    const still = new Set(mentionedIn(message).map(({ id }) => id));
    const names = notice.excluded.filter(({ id }) => still.has(id)).map(({ name }) => name);
    if (names.length === 0) return '';
    const are = names.length === 1 ? 'is' : 'are';
    return `${new Intl.ListFormat('en').format(names)} cannot read this comment and ${are} not notified. Send again to post it all the same.`;
  }

  return { areTold, excludedFrom, isChecking: find.isPending };
}
