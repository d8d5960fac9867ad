import { type FormEvent, type ReactNode, useState } from 'react';
import { type Item, itemOfCode } from '../data/stock.ts';
import { Icon } from '../kit/icon.tsx';
import { announce } from '../shell/announce.tsx';
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
  const [isBusy, setBusy] = useState(false);
  const find = async (code: string) => {
    if (code.trim() === '' || isBusy) return;
    setBusy(true);
    setUnknown(undefined);
    const item = await itemOfCode(code.trim()).catch(() => undefined);
    setBusy(false);
    if (item) {
      if (isForScans) onText('');
      onItem(item);
    } else {
      setUnknown(code.trim());
      announce(words.noItem(code.trim()));
    }
  };
  useScanner((code) => void find(code));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void find(text);
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
