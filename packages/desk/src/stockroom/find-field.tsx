import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { type Item, itemOfCode } from '../data/stock.ts';
import { Icon } from '../kit/icon.tsx';
import { showToast } from '../kit/toast.tsx';
import { announce } from '../shell/announce.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { useWords } from '../words/words.tsx';
import { useScanner } from './scanner.ts';
import css from './stockroom.module.css';

interface FindFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** An item was found by its exact code. */
  readonly onItem: (item: Item) => void;
  /** What helps where a code is unknown. */
  readonly unknownAction?: (code: string) => ReactNode;
  /** Empties the field after a code was found, for the next scan. */
  readonly isForScans?: boolean;
}

/** Takes a scan or typed words: an exact SKU or barcode opens its item. */
export function FindField({ text, onText, onItem, unknownAction, isForScans = false }: FindFieldProps) {
  const words = useWords().stockroom;
  const [unknown, setUnknown] = useState<string>();
  const say = useErrorText();
  // A scanner may be faster than the server: codes are looked up one after the other, none is dropped.
  const last = useRef(Promise.resolve());
  const lookUp = async (code: string) => {
    setUnknown(undefined);
    try {
      const item = await itemOfCode(code);
      if (item) return onItem(item);
      setUnknown(code);
      announce(words.noItem(code));
    } catch (error) {
      showToast({ id: 'find', kind: 'bad', text: say(error as Error) });
    }
  };
  const find = (code: string) => {
    if (code === '') return;
    if (isForScans) onText('');
    last.current = last.current.then(() => lookUp(code));
  };
  useScanner((code) => find(code.trim()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    find(text.trim());
  };
  return (
    <form className={css.find} onSubmit={submit}>
      <div className={css.findBox}>
        <Icon name="scan" size={20} />
        <input
          aria-label={words.find}
          // biome-ignore lint/a11y/noAutofocus: the next scan goes here.
          autoFocus
          className={css.findInput}
          enterKeyHint="search"
          maxLength={200}
          onChange={({ target }) => {
            onText(target.value);
            setUnknown(undefined);
          }}
          placeholder={words.find}
          spellCheck={false}
          type="search"
          value={text}
        />
      </div>
      {unknown !== undefined && (
        <p className={css.unknown}>
          {words.noItem(unknown)} {unknownAction?.(unknown)}
        </p>
      )}
    </form>
  );
}
