import { useEffect, useState } from 'react';

/** Object URL of a blob; null while there is none. */
export function useObjectUrl(bytes: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (bytes === undefined) return;
    const objectUrl = URL.createObjectURL(bytes);
    setUrl(objectUrl);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(objectUrl);
    };
  }, [bytes]);
  return url;
}
