import './tokens.css';
import './base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Refused } from './data/refusal.ts';
import { makeRouter } from './routes.tsx';
import { Localised } from './shell/localised.tsx';
import { applyTheme, keptTheme } from './shell/theme.ts';
import { loadWords, preferredLanguage } from './words/words.tsx';

applyTheme(keptTheme());

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => !(error instanceof Refused) && count < 2,
    },
  },
});

// A chunk of an older build is gone: the page is loaded once more.
window.addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem('desk-reloaded') !== null) return;
  sessionStorage.setItem('desk-reloaded', '1');
  window.location.reload();
});

const router = makeRouter();
const language = preferredLanguage();
const element = document.getElementById('root');
const first = await loadWords(language);
if (element) {
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Localised first={first} language={language}>
          <RouterProvider router={router} />
        </Localised>
      </QueryClientProvider>
    </StrictMode>,
  );
}
