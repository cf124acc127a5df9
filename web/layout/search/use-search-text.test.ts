// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSearchText } from './use-search-text.ts';

const open = (searched: string) => renderHook(useSearchText, { initialProps: searched });

test('results that open while the next search is typed leave what is typed', () => {
  const { result, rerender } = open('');
  act(() => result.current.type('glioma'));
  act(() => result.current.stopTyping());
  act(() => result.current.type('om.ds.12'));
  rerender('glioma');
  expect(result.current.text).toBe('om.ds.12');
});

test('a box that nobody types in shows the text of the results', () => {
  const { result, rerender } = open('glioma');
  rerender('astrocytoma');
  expect(result.current.text).toBe('astrocytoma');
  act(() => result.current.type('ependym'));
  act(() => result.current.stopTyping());
  rerender('glioma');
  expect(result.current.text).toBe('glioma');
});

test('a reset shows the text of the results again', () => {
  const { result } = open('glioma');
  act(() => result.current.type('OLIG2'));
  act(() => result.current.reset());
  expect(result.current.text).toBe('glioma');
});
