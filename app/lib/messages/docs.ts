import { defineMessages } from "./define-messages";

export const docsMessages = defineMessages(
  {
    title: "HTTP API",
    intro:
      "Everything the pages do can be done over HTTP too. Writes take JSON and answer { ok: true, … } or { ok: false, code, message }; every buyer is known by a cookie that the first answer sets.",
    description: "The same as OpenAPI",
    operations: "Operations",
    takes: "Takes",
    answers: "Answers",
    refuses: "Refuses with",
    field: "Field",
    type: "Type",
    where: "Where",
    places: { path: "path", query: "query", body: "body" },
    required: "required",
    optional: "optional",
  },
  {
    title: "HTTP API",
    intro:
      "Mọi việc trên trang web đều làm được qua HTTP. Các yêu cầu thay đổi dữ liệu gửi JSON và nhận lại { ok: true, … } hoặc { ok: false, code, message }; mỗi khách được nhận ra nhờ cookie mà câu trả lời đầu tiên gửi kèm.",
    description: "Bản OpenAPI",
    operations: "Các thao tác",
    takes: "Nhận",
    answers: "Trả về",
    refuses: "Từ chối với",
    field: "Trường",
    type: "Kiểu",
    where: "Ở đâu",
    places: { path: "đường dẫn", query: "truy vấn", body: "nội dung" },
    required: "bắt buộc",
    optional: "tuỳ chọn",
  },
);

export type DocsText = (typeof docsMessages)["en"];
