import { useEffect, useState } from 'react';

let say: (text: string) => void = () => undefined;

/** Announces a result to screen readers, politely. */
export const announce = (text: string): void => say(text);

/** The live region; once in the shell. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    say = setText;
  }, []);
  return (
    <div aria-live="polite" className="for-readers" role="status">
      {text}
    </div>
  );
}
