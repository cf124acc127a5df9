import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { type DraftPlace, searchMentionableUsers } from '../calls.ts';
import classes from '../comments.module.css';
import { EditorToolbar } from './EditorToolbar.tsx';
import { editorExtensions } from './editor-extensions.ts';
import { MentionList, optionId } from './MentionList.tsx';
import { createMentionSuggestion, type MentionMenu } from './mention-menu.ts';

/** State of the mention menu: its people, the active option and the key handler. */
function useMentionMenu(place: DraftPlace) {
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

interface MessageEditorProps {
  label: string;
  /** initial content, HTML */
  message: string;
  /** who could read it there can be mentioned */
  place: DraftPlace;
  onChange(message: string): void;
  onSend(): void;
  onLeave(): void;
}

/** Editor for the text of a comment. Ctrl or Command + Enter sends; Escape closes the mention list, then the editor. */
export function MessageEditor({ label, message, place, ...handlers }: MessageEditorProps) {
  const { menu, active, listId, suggestion, closeMenu } = useMentionMenu(place);
  const [extensions] = useState(() => editorExtensions(suggestion));
  const frame = useRef<HTMLDivElement>(null);
  const isListed = menu !== null && menu.people.length > 0;
  // The editor is created once; the ref gives it the current handlers.
  const latest = useRef({ ...handlers, isListed });
  const editor = useEditor({
    extensions,
    content: message,
    autofocus: 'end',
    // The content security policy forbids injected styles; those of the text are in the CSS module.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: classes.text ?? '',
        // The first Escape leaves the editor; only the next one reaches the drawer around it.
        'data-mantine-stop-propagation': 'true',
      },
      handleKeyDown: (_view, event) => {
        const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        const isLeave = event.key === 'Escape' && !latest.current.isListed;
        if (isSend) latest.current.onSend();
        if (isLeave) latest.current.onLeave();
        return isSend || isLeave;
      },
    },
    onUpdate: ({ editor: changed }) => handlers.onChange(changed.isEmpty ? '' : changed.getHTML()),
  });

  // The button that opened the form is gone; focus the text before the next key press.
  useEffect(() => {
    if (!editor.isDestroyed) frame.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }, [editor]);

  useEffect(() => {
    latest.current = { ...handlers, isListed };
  });

  useEffect(() => {
    const text = frame.current?.querySelector('[role="textbox"]');
    if (isListed) {
      text?.setAttribute('aria-controls', listId);
      text?.setAttribute('aria-activedescendant', optionId(listId, active));
      document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
    } else {
      text?.removeAttribute('aria-controls');
      text?.removeAttribute('aria-activedescendant');
    }
  }, [isListed, listId, active]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu closes when the focus leaves the text
    <div
      ref={frame}
      className={classes.editor}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) closeMenu();
      }}
    >
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
      {menu !== null && <MentionList menu={menu} id={listId} active={active} />}
    </div>
  );
}
