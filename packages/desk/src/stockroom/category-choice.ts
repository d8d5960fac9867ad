import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoriesQuery } from '../data/stock.ts';
import { treeOf } from '../kit/table/tree.ts';
import { type Choice, choicesOfTree } from '../shell/records/choices.ts';
import { useLanguage } from '../words/words.tsx';

/** Categories of items by their paths, without one and what is below it; undefined until they are known. */
export function useCategoryChoices(except?: number): readonly Choice[] | undefined {
  const { language } = useLanguage();
  const { data } = useQuery(categoriesQuery);
  return useMemo(() => data && choicesOfTree(treeOf(data, language), except), [data, language, except]);
}
