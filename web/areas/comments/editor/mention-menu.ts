import type { SuggestionOptions, SuggestionProps } from '@tiptap/suggestion';
import type { MentionableUser } from '../calls.ts';
import { matchesName } from './matches-name.ts';

/** Long enough for a syllable, short enough not to be waited for. */
const DEBOUNCE_MS = 250;

/** What stands open below an @. */
export interface MentionMenu {
  people: readonly MentionableUser[];
  query: string;
  isLoading: boolean;
  choose(person: MentionableUser): void;
}

interface Doers {
  find(query: string, signal: AbortSignal | undefined): Promise<MentionableUser[]>;
  /** null when nothing stands open any more */
  onMenu(change: (before: MentionMenu | null) => MentionMenu | null): void;
  /** whether the menu used the key */
  onKey(event: KeyboardEvent): boolean;
}

type Chosen = { id: string; label: string };

function menuOf(props: SuggestionProps<MentionableUser, Chosen>, before: MentionMenu | null): MentionMenu {
  const { query, loading } = props;
  // What was found for the beginning of the query stays in sight until the answer for all of it has come.
  const known = loading ? (before?.people ?? []) : props.items;
  return {
    people: known.filter((person) => matchesName(person, query)),
    query,
    isLoading: loading,
    choose: (person) => props.command({ id: String(person.id), label: person.name }),
  };
}

/** Ties the editor's @ to a menu that is drawn elsewhere. */
export function createMentionSuggestion(
  doers: Doers,
): Omit<SuggestionOptions<MentionableUser, Chosen>, 'editor' | 'command'> {
  const show = (props: SuggestionProps<MentionableUser, Chosen>) =>
    doers.onMenu((before) => menuOf(props, before));
  return {
    char: '@',
    // Names hold spaces.
    allowSpaces: true,
    // Also behind an opening bracket or quote, never inside an e-mail address.
    allowedPrefixes: [' ', '(', '"', '“'],
    debounce: DEBOUNCE_MS,
    items: ({ query, signal }) => doers.find(query, signal),
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => doers.onMenu(() => null),
      onKeyDown: ({ event }) => doers.onKey(event),
    }),
  };
}
