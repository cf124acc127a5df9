import { Box, Code, List, Stack, Table, Text, Title } from '@mantine/core';
import { QuickStart } from '../../areas/account/QuickStart.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { KeyTable } from '../../ui/navigation/KeyboardMap.tsx';
import classes from './help.module.css';
import { PICTURE_ADDRESSES } from './pictures.ts';
import { type Block, cutAtWords, type Topic } from './topic.ts';

type Words = readonly string[];

/** A text with highlighted search words; `{origin}` becomes the address of this portal. */
function Marked({ text, words }: { text: string; words: Words }) {
  const pieces = cutAtWords(text.replaceAll('{origin}', window.location.origin), words);
  return pieces.map((piece, index) =>
    piece.isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are never reordered
      <mark key={index} className={classes.hit}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

function TableBlock({
  head,
  rows,
  words,
}: {
  head: readonly string[];
  rows: readonly Words[];
  words: Words;
}) {
  const [first = '', ...others] = head;
  return (
    // Focusable if wider than the screen, so that it scrolls by keyboard.
    <Box
      className={classes.scroller ?? ''}
      tabIndex={0}
      role="group"
      aria-label={`Table: ${others.join(', ')}`}
    >
      <Table verticalSpacing={6} miw={head.length > 3 ? 620 : 0}>
        <Table.Thead>
          <Table.Tr>
            {first === '' ? <Table.Td /> : <Table.Th>{first}</Table.Th>}
            {others.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name = '', ...cells]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                <Marked text={name} words={words} />
              </Table.Th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their column
                <Table.Td key={index}>
                  <Marked text={cell} words={words} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function BlockContent({ block, words }: { block: Block; words: Words }) {
  if (typeof block === 'string') {
    return (
      <Text>
        <Marked text={block} words={words} />
      </Text>
    );
  }
  if (block.kind === 'table') return <TableBlock head={block.head} rows={block.rows} words={words} />;
  if (block.kind === 'keys') return <KeyTable />;
  if (block.kind === 'quick start') return <QuickStart />;
  if (block.kind === 'code') {
    return (
      <Code block tabIndex={0} role="group" aria-label="Example">
        <Marked text={block.code} words={words} />
      </Code>
    );
  }
  if (block.kind === 'picture') {
    return (
      <figure className={classes.figure}>
        {/* On a small screen the picture can be opened and enlarged. */}
        <a href={PICTURE_ADDRESSES[block.name]}>
          <img
            src={PICTURE_ADDRESSES[block.name]}
            alt={`Picture: ${block.says}`}
            loading="lazy"
            width={1200}
            height={750}
          />
        </a>
        <figcaption>
          <Marked text={block.says} words={words} />
        </figcaption>
      </figure>
    );
  }
  const texts = block.kind === 'steps' ? block.steps : block.items;
  return (
    <List type={block.kind === 'steps' ? 'ordered' : 'unordered'} spacing={6}>
      {texts.map((text) => (
        <List.Item key={text}>
          <Marked text={text} words={words} />
        </List.Item>
      ))}
    </List>
  );
}

/** One topic; its heading is a link target and takes the focus when its address is opened. */
export function TopicSection({ topic, words }: { topic: Topic; words: Words }) {
  const { id, title, blocks, links = [] } = topic;
  return (
    <Stack
      component="section"
      id={id}
      gap="md"
      className={classes.topic ?? ''}
      aria-labelledby={`${id}-title`}
    >
      <Title order={2} id={`${id}-title`} tabIndex={-1} className={classes.title ?? ''}>
        <Marked text={title} words={words} />
      </Title>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a topic are never reordered
        <BlockContent key={index} block={block} words={words} />
      ))}
      {links.length > 0 && (
        <Text>
          {links.map((link) => (
            <AddressLink key={link.href} href={link.href} style={{ marginInlineEnd: 16 }}>
              {link.title}
            </AddressLink>
          ))}
        </Text>
      )}
    </Stack>
  );
}
