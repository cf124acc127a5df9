import { useEffect, useState } from 'react';

/** Says the title of the screen aloud when it changes; of a page that was just loaded the browser says it. */
export function ScreenSaid() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const element = document.querySelector('title');
    if (element === null) return;
    const watcher = new MutationObserver(() => setTitle(document.title));
    watcher.observe(element, { childList: true });
    return () => watcher.disconnect();
  }, []);
  return (
    <span className="spoken" role="status" aria-label="Screen">
      {title}
    </span>
  );
}
