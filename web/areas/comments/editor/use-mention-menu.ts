import { useEffect, useId, useRef, useState } from 'react';
import { type DraftPlace, searchMentionableUsers } from '../calls.ts';
import { createMentionSuggestion, type MentionMenu } from './mention-menu.ts';

/** State of the mention menu: its people, the active option and the key handler. */
export function useMentionMenu(place: DraftPlace) {
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
  const latest = useRef({ handleKey, place });
  useEffect(() => {
    latest.current = { handleKey, place };
  });
  const [suggestion] = useState(() =>
    createMentionSuggestion({
      find: (search, signal) => searchMentionableUsers({ search }, latest.current.place, signal),
      onMenu: (change) => {
        setMenu(change);
        setIndex(0);
      },
      onKey: (event) => latest.current.handleKey(event),
    }),
  );

  return { menu, active, listId, suggestion, closeMenu: () => setMenu(null) };
}
