import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoriesOfShopQuery } from '../../data/shop-records.ts';
import { treeOf } from '../../kit/table/tree.ts';
import { choicesOfTree } from '../../shell/records/choices.ts';
import { Picker } from '../../shell/records/picker.tsx';
import { useLanguage, useWords } from '../../words/words.tsx';

interface FilterProps {
  readonly chosen: number | undefined;
  readonly onChoose: (category: number | undefined) => void;
}

/** Narrows a list of products to a category; absent where there are none. */
export function CategoryFilter({ chosen, onChoose }: FilterProps) {
  const { stockroom, trees } = useWords();
  const { language } = useLanguage();
  const { data } = useQuery(categoriesOfShopQuery);
  const choices = useMemo(() => choicesOfTree(treeOf(data ?? [], language)), [data, language]);
  if (choices.length === 0 && chosen === undefined) return null;
  return (
    <Picker choices={choices} chosen={chosen} label={trees.name} none={stockroom.anyCategory} onChange={onChoose} />
  );
}
