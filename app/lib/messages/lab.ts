import { defineMessages } from "./define-messages";

/** The lab as a whole, and its source pane. What the other parts say lies beside this, one file a part. */
export const labMessages = defineMessages(
  {
    nav: {
      label: "Lab",
      race: "Race",
      scheduler: "You are the scheduler",
      matrix: "Matrix",
      histories: "Histories",
      lessons: "Lessons",
    },
    title: "The race lab",
    intro:
      "A crowd of buyers clicks seat A1 at the same moment. Real processes, a real Postgres, a real Redis. Choose how the seat is sold, press Race, and count the owners.",
    newHere: "New to this? Start with the first lesson.",
    articles:
      "“The article” is a blog post in which a hundred people book seat A1 of a cinema; “the articles” are that one and a few others on distributed locks. The lab runs what they print, and says where they are wrong.",
    source: {
      title: "The code that ran",
      file: (path: string) => `${path}, the file itself`,
      opening: (lines: number) => `What it is about, and what it imports (lines 1 to ${lines})`,
      loading: "Fetching the file…",
      failed: "The file could not be fetched.",
      here: (count: number) => (count === 1 ? "1 buyer is here" : `${count} buyers are here`),
    },
  },
  {
    nav: {
      label: "Phòng thí nghiệm",
      race: "Cuộc đua",
      scheduler: "Bạn là bộ lập lịch",
      matrix: "Bảng lỗi",
      histories: "Lịch sử",
      lessons: "Bài học",
    },
    title: "Phòng thí nghiệm tranh ghế",
    intro:
      "Một đám đông cùng bấm vào ghế A1 trong một khoảnh khắc. Tiến trình thật, Postgres thật, Redis thật. Hãy chọn cách bán ghế, bấm Đua, rồi đếm xem có mấy chủ.",
    newHere: "Mới đến lần đầu? Hãy bắt đầu từ bài học thứ nhất.",
    articles:
      "“Bài viết” ở đây là một bài blog kể chuyện một trăm người cùng đặt ghế A1 của một rạp phim; “các bài viết” là bài đó và vài bài khác về khoá phân tán. Phòng thí nghiệm chạy đúng những gì các bài ấy đăng, và nói rõ chỗ nào sai.",
    source: {
      title: "Đoạn mã đã chạy",
      file: (path) => `${path}, chính tệp đó`,
      opening: (lines) => `Lời mở đầu và phần import (dòng 1 đến ${lines})`,
      loading: "Đang lấy tệp…",
      failed: "Không lấy được tệp.",
      here: (count) => `${count} người đang ở đây`,
    },
  },
);

export type LabText = (typeof labMessages)["en"];
