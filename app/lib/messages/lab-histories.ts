import { defineMessages } from "./define-messages";

export const historiesMessages = defineMessages(
  {
    title: "Histories",
    intro:
      "A history is what was seen from outside: who asked for what and when, and what came back and when, or never. The checker looks for an order of the operations that explains every answer. If there is none, it shows the few that cannot be explained.",
    race: {
      legal: (count: number) => `Some order explains all ${count} answers.`,
      illegal: "No order explains these answers:",
      open: "Open this counterexample",
      whole: "The whole history",
    },
    form: {
      label: "Check a history",
      file: "A file (JSON)",
      paste: "… or paste it here",
      hint: "The format is described in docs/histories.md. It is checked in this page and sent nowhere.",
      check: "Check it",
      checking: "Checking…",
      unread: "This is not a history.",
      link: "The link is damaged: no history could be read from it.",
      gone: "The lab does not have this race any more.",
    },
    verdict: {
      legal: "Legal",
      legalText: (count: number) => `Some order of the ${count} operations explains every answer.`,
      illegal: "Illegal",
      few: (few: number, count: number) =>
        few === count
          ? "No order explains these operations:"
          : `No order explains these ${few} of ${count} operations:`,
      nobody: "The ledger has a booking that nobody asked for.",
      undecided: "Undecided",
      undecidedText: "There are more orders than can be tried.",
      ledger: "In the ledger of that seat:",
      nothing: "nothing",
      save: "Save as JSON",
      copy: "Copy a link to it",
      tooMany: (count: number) => `${count} operations are too many to draw.`,
    },
    rules: {
      "sold-twice": "A seat was sold twice.",
      "granted-twice": "A seat was granted while it was another's.",
      "hold-broken": "A hold ended before its time.",
      "lapsed-hold-used": "A hold was used after its end.",
      "no-such-hold": "A hold was used that was not there.",
      "not-the-owner": "Somebody let go of a hold or a booking that was another's.",
      "unjust-refusal": "A free seat was refused as taken.",
      "key-answered-differently": "One key was answered in two ways.",
      "booking-lost": "An acknowledged booking is gone.",
      "refused-yet-booked": "A buyer was refused, and has the booking.",
      "booked-unasked": "A booking exists that nobody asked for.",
      "ledger-disagrees": "The answers can be explained, but not with the seat's owner in the ledger.",
      undecided: "There are more orders than can be tried.",
    },
    operation: {
      asked: {
        hold: (buyer: string, seats: string, at: string) => `${buyer} asked to hold ${seats} at ${at}`,
        extend: (buyer: string, seats: string, at: string) =>
          `${buyer} asked for more time for ${seats} at ${at}`,
        release: (buyer: string, seats: string, at: string) => `${buyer} let go of ${seats} at ${at}`,
        confirm: (buyer: string, seats: string, at: string) =>
          `${buyer} confirmed the hold of ${seats} at ${at}`,
        book: (buyer: string, seats: string, at: string) => `${buyer} asked to book ${seats} at ${at}`,
        cancel: (buyer: string, seats: string, at: string) => `${buyer} cancelled ${seats} at ${at}`,
      },
      heard: (answer: string, at: string) => `and was told “${answer}” at ${at}.`,
      never: "and never heard an answer.",
    },
  },
  {
    title: "Lịch sử",
    intro:
      "Lịch sử là những gì nhìn thấy từ bên ngoài: ai yêu cầu gì lúc nào, và nhận được trả lời gì lúc nào, hoặc không bao giờ. Bộ kiểm tra tìm một thứ tự của các thao tác giải thích được mọi câu trả lời. Nếu không có, nó chỉ ra vài thao tác không thể giải thích.",
    race: {
      legal: (count) => `Có một thứ tự giải thích được cả ${count} câu trả lời.`,
      illegal: "Không thứ tự nào giải thích được những câu trả lời này:",
      open: "Mở phản ví dụ này",
      whole: "Toàn bộ lịch sử",
    },
    form: {
      label: "Kiểm tra một lịch sử",
      file: "Một tệp (JSON)",
      paste: "… hoặc dán vào đây",
      hint: "Định dạng được mô tả trong docs/histories.md. Việc kiểm tra diễn ra ngay trong trang này, không gửi đi đâu.",
      check: "Kiểm tra",
      checking: "Đang kiểm tra…",
      unread: "Đây không phải là một lịch sử.",
      link: "Liên kết bị hỏng: không đọc được lịch sử nào từ đó.",
      gone: "Phòng thí nghiệm không còn giữ cuộc đua này.",
    },
    verdict: {
      legal: "Hợp lệ",
      legalText: (count) => `Có một thứ tự của ${count} thao tác giải thích được mọi câu trả lời.`,
      illegal: "Không hợp lệ",
      few: (few, count) =>
        few === count
          ? "Không thứ tự nào giải thích được các thao tác này:"
          : `Không thứ tự nào giải thích được ${few} trong ${count} thao tác này:`,
      nobody: "Sổ cái có một lượt đặt mà không ai yêu cầu.",
      undecided: "Chưa quyết được",
      undecidedText: "Có nhiều thứ tự hơn mức có thể thử.",
      ledger: "Trong sổ cái, ghế ấy có:",
      nothing: "không gì cả",
      save: "Lưu thành JSON",
      copy: "Chép liên kết",
      tooMany: (count) => `${count} thao tác là quá nhiều để vẽ.`,
    },
    rules: {
      "sold-twice": "Một ghế đã được bán hai lần.",
      "granted-twice": "Một ghế được cấp khi nó đang là của người khác.",
      "hold-broken": "Một lượt giữ chỗ kết thúc trước hạn.",
      "lapsed-hold-used": "Một lượt giữ chỗ được dùng sau khi hết hạn.",
      "no-such-hold": "Một lượt giữ chỗ được dùng mà không hề có.",
      "not-the-owner": "Có người bỏ lượt giữ chỗ hoặc huỷ lượt đặt của người khác.",
      "unjust-refusal": "Một ghế trống bị từ chối như đã có người lấy.",
      "key-answered-differently": "Cùng một khoá mà trả lời hai kiểu.",
      "booking-lost": "Một lượt đặt đã xác nhận lại biến mất.",
      "refused-yet-booked": "Người mua bị từ chối mà vẫn có lượt đặt.",
      "booked-unasked": "Có một lượt đặt mà không ai yêu cầu.",
      "ledger-disagrees": "Các câu trả lời giải thích được, nhưng không khớp với chủ ghế trong sổ cái.",
      undecided: "Có nhiều thứ tự hơn mức có thể thử.",
    },
    operation: {
      asked: {
        hold: (buyer, seats, at) => `${buyer} xin giữ ${seats} lúc ${at}`,
        extend: (buyer, seats, at) => `${buyer} xin thêm thời gian cho ${seats} lúc ${at}`,
        release: (buyer, seats, at) => `${buyer} thả ${seats} lúc ${at}`,
        confirm: (buyer, seats, at) => `${buyer} xác nhận lượt giữ ${seats} lúc ${at}`,
        book: (buyer, seats, at) => `${buyer} xin đặt ${seats} lúc ${at}`,
        cancel: (buyer, seats, at) => `${buyer} huỷ ${seats} lúc ${at}`,
      },
      heard: (answer, at) => `và được trả lời “${answer}” lúc ${at}.`,
      never: "và không bao giờ nhận được trả lời.",
    },
  },
);
