import { useEffect, useRef, useState } from 'react';

/**
 * The text of the search box. It follows the text that was searched, but what somebody is typing stays: the results of
 * a search may open while the next one is being typed.
 */
export function useSearchText(searched: string) {
  const [text, setText] = useState(searched);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setText(searched);
  }, [searched]);

  return {
    text,
    type: (typed: string) => {
      isTyping.current = true;
      setText(typed);
    },
    /** Call when the text is submitted or the box is left: from now on the text follows the search again. */
    stopTyping: () => {
      isTyping.current = false;
    },
    reset: () => {
      isTyping.current = false;
      setText(searched);
    },
  };
}
