import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { withViewOfGene } from '@omicon/contract/addresses.ts';
import { searchedText } from '@omicon/domain/query/search-text.ts';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { OptionText, suggestionGroups } from '../search/SearchSuggestions.tsx';
import { SEARCH_HINT, useFindAddress, useSuggestions } from '../search/use-search.ts';
import { type Command, useCommands } from './use-commands.ts';

interface Section {
  title: string;
  commands: Command[];
}

/** Whether every typed word begins a word of the command. */
function isMeant({ title, words = '' }: Command, typed: string): boolean {
  const own = `${title} ${words}`.toLowerCase().split(/\s+/);
  const wanted = typed.toLowerCase().split(/\s+/);
  return wanted.every((word) => own.some((each) => each.startsWith(word)));
}

/** What can be chosen for a text: a gene that it names first, then screens and actions, then other suggestions. */
function useSections(text: string, go: (href: string) => void) {
  const typed = searchedText(text);
  const screensAndActions = useCommands(go).map(({ title, commands }) => ({
    title,
    commands: commands.filter((command) => typed === '' || isMeant(command, typed)),
  }));
  const { suggestions, isGene, isCurrent } = useSuggestions(text, true);
  const found = suggestionGroups(suggestions).map(({ title, found }) => ({
    title,
    commands: found.map(({ title: name, detail, href }) => ({
      title: name,
      detail,
      key: href,
      run: () => go(href),
    })),
  }));
  const sections = isGene ? [...found, ...screensAndActions] : [...screensAndActions, ...found];
  return { typed, sections: sections.filter(({ commands }) => commands.length > 0), isCurrent };
}

interface OptionsProps {
  id: string;
  sections: readonly Section[];
  chosen: Command | undefined;
  idOf(command: Command): string;
}

function Options({ id, sections, chosen, idOf }: OptionsProps) {
  return (
    <Combobox.Options
      id={id}
      aria-label="What can be opened"
      mah="min(50vh, 420px)"
      style={{ overflowY: 'auto' }}
    >
      {sections.map(({ title, commands }) => (
        <Combobox.Group key={title} label={title}>
          {commands.map((command) => (
            <Combobox.Option
              key={command.key}
              id={idOf(command)}
              value={command.key}
              selected={command === chosen}
              aria-selected={command === chosen}
            >
              <OptionText title={command.title} detail={command.detail ?? ''} />
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}

/** Opens screens, records and genes by name, and runs actions, all by keyboard. */
export function CommandPalette({ onDone }: { onDone(): void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const listId = useId();
  const combobox = useCombobox({ opened: true });
  const findAddress = useFindAddress();

  const go = (href: string) => router.history.push(withViewOfGene(href, router.history.location));
  const { typed, sections, isCurrent } = useSections(text, go);
  const commands = sections.flatMap((section) => section.commands);
  const chosen = commands.find(({ key }) => key === chosenKey) ?? commands[0];
  const idOf = (command: Command) => `${listId}-${commands.indexOf(command)}`;
  const activeId = chosen === undefined ? undefined : idOf(chosen);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function run(command: Command): void {
    onDone();
    command.run();
  }

  /** What was typed counts, not what is suggested for a part of it. */
  async function enter(): Promise<void> {
    const isSuggested = chosen?.detail !== undefined;
    const isStale = isSuggested && !isCurrent && chosenKey === null;
    if (chosen !== undefined && !isStale) run(chosen);
    else if (typed !== '') {
      const { href } = await findAddress(typed, 'all');
      onDone();
      go(href);
    }
  }

  function move(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && chosen !== undefined) {
      event.preventDefault();
      const next = (commands.indexOf(chosen) + step + commands.length) % commands.length;
      setChosenKey(commands[next]?.key ?? null);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      void enter();
    }
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const command = commands.find((each) => each.key === key);
        if (command !== undefined) run(command);
      }}
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Screen, record, gene or action"
        aria-expanded={commands.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Screen, record, gene or action"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosenKey(null);
        }}
        onKeyDown={move}
        mb="xs"
      />
      <Options id={listId} sections={sections} chosen={chosen} idOf={idOf} />
      <Text size="xs" c="dimmed" mt="xs" role="status">
        {commands.length === 0 && typed !== '' ? 'Enter searches records and files.' : SEARCH_HINT}
      </Text>
    </Combobox>
  );
}
