import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { searchMentionableUsers } from '../calls.ts';
import { subjectOf, type Thread } from '../thread.ts';
import { createMentionSuggestion, type MentionMenu } from './mention-menu.ts';

/** State of the mention menu: its people, the active option and the key handler. */
export function useMentionMenu(thread: Thread, visibility: CommentVisibility) {
  const [menu, setMenu] = useState<MentionMenu | null>(null);
  const [index, setIndex] = useState(0);
  const listId = useId();
  const people = menu?.people ?? [];
  const active = Math.min(index, Math.max(people.length - 1, 0));

  function handleKey(event: KeyboardEvent): boolean {
    if (menu === null || people.length === 0 || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setIndex((active + step + people.length) % people.length);
      return true;
    }
    const person = people[active];
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((event.key !== 'Enter' && event.key !== 'Tab') || !isPlain || person === undefined) return false;
    menu.choose(person);
    return true;
  }

  // The editor is created once; the ref gives it the current handler.
  const latest = useRef({ handleKey, thread, visibility });
  useEffect(() => {
    latest.current = { handleKey, thread, visibility };
  });
  const [suggestion] = useState(() =>
    createMentionSuggestion({
      find: (search, signal) =>
        searchMentionableUsers(
          { search, ...subjectOf(latest.current.thread), visibility: latest.current.visibility },
          signal,
        ),
      onMenu: (change) => {
        setMenu(change);
        setIndex(0);
      },
      onKey: (event) => latest.current.handleKey(event),
    }),
  );

  return { menu, active, listId, suggestion, closeMenu: () => setMenu(null) };
}
