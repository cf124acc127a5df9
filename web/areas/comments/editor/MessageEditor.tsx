import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import classes from '../comments.module.css';
import { EditorToolbar } from './EditorToolbar.tsx';
import { editorExtensions } from './editor-extensions.ts';
import { MentionList, optionId } from './MentionList.tsx';
import { useMentionMenu } from './use-mention-menu.ts';

interface MessageEditorProps {
  label: string;
  /** what stands in it at first */
  message: string;
  /** those who may read it can be mentioned */
  entityId: number;
  visibility: CommentVisibility;
  onChange(message: string): void;
  onSend(): void;
  onLeave(): void;
}

/** The text of a comment. Ctrl or Command with Enter sends it; Escape closes the list of people, then the text. */
export function MessageEditor({ label, message, entityId, visibility, ...doers }: MessageEditorProps) {
  const { menu, active, listId, suggestion, closeMenu } = useMentionMenu(entityId, visibility);
  const [extensions] = useState(() => editorExtensions(suggestion));
  const frame = useRef<HTMLDivElement>(null);
  const isListed = menu !== null && menu.people.length > 0;
  // The editor is made once, and does what holds now.
  const now = useRef({ ...doers, isListed });
  const editor = useEditor({
    extensions,
    content: message,
    autofocus: 'end',
    // The page policy allows no styles that a script writes; those of the text are in the module.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: classes.text ?? '',
        // Escape leaves the text first; the drawer around it hears only the next one.
        'data-mantine-stop-propagation': 'true',
      },
      handleKeyDown: (_view, event) => {
        const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        const isLeave = event.key === 'Escape' && !now.current.isListed;
        if (isSend) now.current.onSend();
        if (isLeave) now.current.onLeave();
        return isSend || isLeave;
      },
    },
    onUpdate: ({ editor: changed }) => doers.onChange(changed.isEmpty ? '' : changed.getHTML()),
  });

  // The button that opened the form is gone; keys that are pressed at once are meant for the text.
  useEffect(() => {
    if (!editor.isDestroyed) frame.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }, [editor]);

  useEffect(() => {
    now.current = { ...doers, isListed };
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
