"use client";

import type { ReactNode } from "react";
import type { Setup } from "../_race/setup";
import { markLessonDone } from "./lesson-done";
import { LessonQuiz } from "./lesson-quiz";

interface LessonCourseProps {
  slug: string;
  ask: ReactNode;
  choices: readonly { text: string; right: boolean }[];
  run: Setup;
  children: ReactNode;
}

/** The main quiz of a lesson: whoever has opened its explanation has done the lesson. */
export function LessonCourse({ slug, ...quiz }: LessonCourseProps) {
  return <LessonQuiz {...quiz} onOpen={() => markLessonDone(slug)} />;
}
