import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./styles/tokens.css";
import "./styles/base.css";
import { ConnectionRefusalNotice } from "./components/connection-refusal-notice";
import { SiteHeader } from "./components/header/site-header";
import { SiteFooter } from "./components/site-footer";
import { SkipLink } from "./components/skip-link";
import { UnfinishedHold } from "./components/unfinished-hold/unfinished-hold";
import { fontVariables } from "./fonts/fonts";
import { getLanguage, getMessages, getTheme } from "./lib/current-request";
import { commonMessages } from "./lib/messages/common";
import { LanguageProvider } from "./lib/messages/language-context";

export async function generateMetadata(): Promise<Metadata> {
  const text = await getMessages(commonMessages);
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
  const [language, theme, text] = await Promise.all([getLanguage(), getTheme(), getMessages(commonMessages)]);
  return (
    <html lang={language} data-theme={theme} className={fontVariables} suppressHydrationWarning>
      <body>
        <LanguageProvider language={language}>
          <SkipLink>{text.skipToContent}</SkipLink>

          <SiteHeader />
          <ConnectionRefusalNotice />

          <UnfinishedHold />
          <main id="content">{children}</main>
          <SiteFooter />
        </LanguageProvider>
      </body>
    </html>
  );
}
