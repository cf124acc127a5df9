import Mention from '@tiptap/extension-mention';
import StarterKit from '@tiptap/starter-kit';
import type { createMentionSuggestion } from './mention-menu.ts';

const LINK = /^(?:https?:\/\/|mailto:)[^\s]+$/i;

export function isLinkAddress(address: string): boolean {
  return LINK.test(address) && URL.canParse(address);
}

/** The same formatting that the server allows in a message. */
export function editorExtensions(suggestion: ReturnType<typeof createMentionSuggestion>) {
  return [
    StarterKit.configure({
      heading: false,
      horizontalRule: false,
      dropcursor: false,
      gapcursor: false,
      link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isLinkAddress },
    }),
    Mention.configure({ HTMLAttributes: { class: 'mention' }, suggestion }),
  ];
}
