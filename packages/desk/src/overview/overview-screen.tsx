import { PageHead } from '../shell/head.tsx';
import { useWords } from '../words/words.tsx';

export const OverviewScreen = () => <PageHead title={useWords().shell.screens.overview ?? ''} />;
