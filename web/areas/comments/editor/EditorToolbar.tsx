import { ActionIcon, Group, TextInput } from '@mantine/core';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconSourceCode,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import classes from '../comments.module.css';
import { isLinkAddress } from './editor-extensions.ts';

const MARKS = [
  { name: 'bold', title: 'Bold', Icon: IconBold, run: (chain: ChainedCommands) => chain.toggleBold() },
  {
    name: 'italic',
    title: 'Italic',
    Icon: IconItalic,
    run: (chain: ChainedCommands) => chain.toggleItalic(),
  },
  {
    name: 'underline',
    title: 'Underline',
    Icon: IconUnderline,
    run: (chain: ChainedCommands) => chain.toggleUnderline(),
  },
  {
    name: 'strike',
    title: 'Strike through',
    Icon: IconStrikethrough,
    run: (chain: ChainedCommands) => chain.toggleStrike(),
  },
  { name: 'code', title: 'Code', Icon: IconCode, run: (chain: ChainedCommands) => chain.toggleCode() },
  {
    name: 'bulletList',
    title: 'Bulleted list',
    Icon: IconList,
    run: (chain: ChainedCommands) => chain.toggleBulletList(),
  },
  {
    name: 'orderedList',
    title: 'Numbered list',
    Icon: IconListNumbers,
    run: (chain: ChainedCommands) => chain.toggleOrderedList(),
  },
  {
    name: 'blockquote',
    title: 'Quote',
    Icon: IconBlockquote,
    run: (chain: ChainedCommands) => chain.toggleBlockquote(),
  },
  {
    name: 'codeBlock',
    title: 'Code block',
    Icon: IconSourceCode,
    run: (chain: ChainedCommands) => chain.toggleCodeBlock(),
  },
] as const;

/** Asks for the address of a link for the selected text; without a selection the address itself is inserted. */
function LinkField({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [address, setAddress] = useState<string>(() => String(editor.getAttributes('link').href ?? ''));
  const [isWrong, setWrong] = useState(false);

  function leave(): void {
    onClose();
    editor.commands.focus();
  }

  function apply(): void {
    const href = address.trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (!isLinkAddress(href)) {
      setWrong(true);
      return;
    } else if (editor.state.selection.empty && !editor.isActive('link')) {
      const link = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
      editor.chain().focus().insertContent(link).run();
    } else chain.setLink({ href }).run();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else leave();
  }

  return (
    <Group gap={4} align="flex-start" wrap="nowrap" p={4}>
      <TextInput
        size="xs"
        flex={1}
        autoFocus
        aria-label="Address of the link"
        placeholder="https://"
        inputMode="url"
        data-mantine-stop-propagation="true"
        value={address}
        error={isWrong ? 'Please enter an address that starts with https://, http:// or mailto:' : null}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={onKeyDown}
      />
      <SecondaryButton onClick={apply}>Set link</SecondaryButton>
    </Group>
  );
}

/** Buttons for marks and blocks; those at the cursor are pressed. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const pressed = useEditorState({
    editor,
    selector: ({ editor: now }) => [...MARKS.map(({ name }) => now.isActive(name)), now.isActive('link')],
  });
  return (
    <>
      <div role="toolbar" aria-label="Formatting" className={classes.toolbar}>
        {MARKS.map(({ name, title, Icon, run }, index) => (
          <ActionIcon
            key={name}
            variant={pressed[index] ? 'light' : 'subtle'}
            color={pressed[index] ? 'teal' : 'gray'}
            size={26}
            aria-label={title}
            title={title}
            aria-pressed={pressed[index] ?? false}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(editor.chain().focus()).run()}
          >
            <Icon size={15} aria-hidden="true" />
          </ActionIcon>
        ))}
        <ActionIcon
          variant={pressed.at(-1) ? 'light' : 'subtle'}
          color={pressed.at(-1) ? 'teal' : 'gray'}
          size={26}
          aria-label="Link"
          title="Link"
          aria-pressed={pressed.at(-1) ?? false}
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        >
          <IconLink size={15} aria-hidden="true" />
        </ActionIcon>
      </div>
      {isLinking && <LinkField editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}
