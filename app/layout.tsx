import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./styles/tokens.css";
import "./styles/base.css";
import { SiteHeader } from "./components/header/site-header";
import { SiteFooter } from "./components/site-footer";
import { SkipLink } from "./components/skip-link";
import { fontVariables } from "./fonts/fonts";
import { common } from "./lib/messages/common";
import { LanguageProvider } from "./lib/messages/language-context";
import { getLanguage, getMessages, getTheme } from "./lib/request";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(common);
  return {
    title: { default: text.siteName, template: `%s · ${text.siteName}` },
    description: text.tagline,
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f3eff3" },
    { media: "(prefers-color-scheme: dark)", color: "#0e0910" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [language, theme, text] = await Promise.all([getLanguage(), getTheme(), getMessages(common)]);
  return (
    <html lang={language} data-theme={theme} className={fontVariables} suppressHydrationWarning>
      <body>
        <LanguageProvider language={language}>
          <SkipLink>{text.skipToContent}</SkipLink>

          <SiteHeader />

          <main id="content">{children}</main>
          <SiteFooter />
        </LanguageProvider>
      </body>
    </html>
  );
}
