import type { SuggestionOptions, SuggestionProps } from '@tiptap/suggestion';
import type { MentionableUser } from '../calls.ts';
import { matchesName } from './matches-name.ts';

/** Debounce: long enough for a syllable, too short to notice. */
const DEBOUNCE_MS = 250;

/** State of the open mention menu. */
export interface MentionMenu {
  people: readonly MentionableUser[];
  query: string;
  isLoading: boolean;
  choose(person: MentionableUser): void;
}

interface MentionHandlers {
  find(query: string, signal: AbortSignal | undefined): Promise<MentionableUser[]>;
  /** null when the menu closes */
  onMenu(change: (before: MentionMenu | null) => MentionMenu | null): void;
  /** @returns whether the menu handled the key */
  onKey(event: KeyboardEvent): boolean;
}

type Chosen = { id: string; label: string };

function menuOf(props: SuggestionProps<MentionableUser, Chosen>, before: MentionMenu | null): MentionMenu {
  const { query, loading } = props;
  // Results for a shorter query stay visible until those for the whole query arrive.
  const known = loading ? (before?.people ?? []) : props.items;
  return {
    people: known.filter((person) => matchesName(person, query)),
    query,
    isLoading: loading,
    choose: (person) => props.command({ id: String(person.id), label: person.name }),
  };
}

/** Connects the editor's @ suggestions to a menu rendered elsewhere. */
export function createMentionSuggestion(
  handlers: MentionHandlers,
): Omit<SuggestionOptions<MentionableUser, Chosen>, 'editor' | 'command'> {
  const show = (props: SuggestionProps<MentionableUser, Chosen>) =>
    handlers.onMenu((before) => menuOf(props, before));
  return {
    char: '@',
    // Names contain spaces.
    allowSpaces: true,
    // Also after an opening bracket or quote, never inside an e-mail address.
    allowedPrefixes: [' ', '(', '"', '“'],
    debounce: DEBOUNCE_MS,
    items: ({ query, signal }) => handlers.find(query, signal),
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => handlers.onMenu(() => null),
      onKeyDown: ({ event }) => handlers.onKey(event),
    }),
  };
}
