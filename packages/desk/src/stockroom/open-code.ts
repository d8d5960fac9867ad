import { itemOfCode } from '../data/stock.ts';
import { showToast } from '../kit/toast.tsx';
import { useGo } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';

/** Opens the item of a scanned code, or says that there is none. */
export function useOpenCode(): (code: string) => void {
  const { stockroom } = useWords();
  const go = useGo();
  return async (code) => {
    const item = await itemOfCode(code).catch(() => undefined);
    if (item) go(`/stockroom/items/${item.id}`);
    else showToast({ id: 'unknown-code', kind: 'bad', text: stockroom.noItem(code) });
  };
}
