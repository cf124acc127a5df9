import { useEffect, useState } from 'react';

/** Announces the title of a new screen to screen readers; after a page load the browser does so. */
export function ScreenAnnouncement() {
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
