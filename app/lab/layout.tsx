import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { boxOffice } from "#contract/pages";
import { lab } from "../lib/messages/lab";
import { getMessages } from "../lib/request";
import { LabNav } from "./_parts/lab-nav";
import "./lab-tokens.css";
import styles from "./layout.module.css";

export default async function LabLayout({ children }: { children: ReactNode }) {
  const { nav } = await getMessages(lab);
  if (!boxOffice().hasLab()) notFound();
  return (
    <div className={styles.lab}>
      <LabNav words={nav} />
      {children}
    </div>
  );
}
