import { defineMessages } from "./define-messages";

export const raceMessages = defineMessages(
  {
    form: {
      title: "Set up a race",
      strategy: "Strategy",
      second: "Side by side with",
      secondNone: "Nothing, one race",
      fault: "What goes wrong",
      faultOf: (side: string) => `What goes wrong on side ${side}`,
      faultNone: "Nothing",
      buyers: "Buyers",
      think: "Thinking time",
      thinkHint: "Between looking and buying, give or take half.",
      instances: "Server processes",
      more: "More settings",
      pool: "Database connections per process",
      seed: "Seed",
      seedHint: "Empty: a new one each time. The same seed draws the same buyers, pauses and jitter.",
      race: "Race",
      racing: "Racing…",
      raceAll: "Run all strategies",
      stop: "Stop after this one",
      promise: "It promises:",
      notInstalled: (title: string) => `${title} (not installed)`,
      needs: (server: string) => `This needs ${server}, which is not installed here. On Debian:`,
      orCompose: "Or with Docker:",
      ms: "ms",
    },
    phase: {
      asking: "Asking the lab…",
      waiting: "An earlier race of yours is still running; this one follows",
      queued: (before: number) =>
        before <= 1 ? "Next in line: one race before yours" : `In line: ${before} races before yours`,
      preparing: "Starting processes and connections…",
      running: (answered: number, requests: number) => `Running: ${answered} of ${requests} answered`,
      done: (ms: string) => `Done in ${ms}`,
      failed: "The race could not be run",
    },
    connection: {
      lost: "The connection is lost. Trying again; the race goes on without us and will be told from its beginning.",
    },
    verdict: {
      many: (seat: string, times: number) => `${seat} sold ${times} times`,
      once: (seat: string) => `${seat} sold once`,
      none: (seat: string) => `${seat} sold to nobody`,
      asPromised: "as it promises",
      asFeared: "as was to be feared",
      unlike: "not what its card says",
      byLedger: "Counted from the ledger in Postgres, not from what the buyers were told.",
    },
    seat: {
      free: "Nobody owns it yet",
      oneOwner: "One owner",
      owners: (count: number) => `${count} people think they own it`,
      owner: (buyer: string, instance: string, ms: string) => `${buyer}, process ${instance}, at ${ms}`,
      showAll: (count: number) => `Show all ${count}`,
      showFewer: "Show fewer",
      list: (seat: string) => `Owners of ${seat}`,
    },
    told: {
      title: "What the buyers were told",
      sold: "sold",
      refused: "refused",
      error: "error",
      unanswered: "no answer",
    },
    summary: {
      looked: (count: number, ms: string) =>
        count === 1
          ? `One buyer had seen the seat free before the first sale, at ${ms}.`
          : `${count} buyers had seen the seat free before the first sale, at ${ms}.`,
      stale: (count: number) =>
        count === 1
          ? "One of them wrote on a look that was no longer true."
          : `${count} wrote on a look that was no longer true.`,
      clean: "Nobody wrote on a stale look.",
    },
    recorded: {
      title: "A recorded race",
      titleOf: (strategy: string) => `A race: ${strategy}`,
      intro: "One race as it ran, step by step, kept for good: this address always leads to it.",
      again: "Race again with the same seed",
      link: "Permanent link",
    },
    replay: {
      title: "A shared race",
      text: "This link replays a race with the same settings and seed. Buyers, pauses and jitter are the same; how the operating system interleaves them is not, and that is the point.",
    },
  },
  {
    form: {
      title: "Chuẩn bị cuộc đua",
      strategy: "Cách bán",
      second: "Đặt cạnh",
      secondNone: "Không, chỉ một cuộc đua",
      fault: "Sự cố",
      faultOf: (side) => `Sự cố ở bên ${side}`,
      faultNone: "Không có",
      buyers: "Người mua",
      think: "Thời gian nghĩ",
      thinkHint: "Giữa lúc xem và lúc mua, ngắn hơn hoặc dài hơn tối đa một nửa.",
      instances: "Tiến trình máy chủ",
      more: "Thiết lập khác",
      pool: "Kết nối cơ sở dữ liệu mỗi tiến trình",
      seed: "Hạt giống",
      seedHint:
        "Để trống: mỗi lần một số mới. Cùng hạt giống thì cùng người mua, cùng quãng nghỉ và ngẫu nhiên.",
      race: "Đua",
      racing: "Đang đua…",
      raceAll: "Chạy mọi cách bán",
      stop: "Dừng sau cuộc này",
      promise: "Nó hứa:",
      notInstalled: (title: string) => `${title} (chưa cài)`,
      needs: (server: string) => `Cần ${server}, ở đây chưa cài. Trên Debian:`,
      orCompose: "Hoặc với Docker:",
      ms: "ms",
    },
    phase: {
      asking: "Đang gửi tới phòng thí nghiệm…",
      waiting: "Một cuộc đua trước của bạn còn đang chạy; cuộc này sẽ theo sau",
      queued: (before) =>
        before <= 1
          ? "Sắp tới lượt: còn một cuộc đua phía trước"
          : `Đang xếp hàng: còn ${before} cuộc phía trước`,
      preparing: "Đang khởi động tiến trình và kết nối…",
      running: (answered, requests) => `Đang chạy: ${answered} trên ${requests} đã có trả lời`,
      done: (ms) => `Xong trong ${ms}`,
      failed: "Không chạy được cuộc đua",
    },
    connection: {
      lost: "Mất kết nối. Đang thử lại; cuộc đua vẫn chạy và sẽ được kể lại từ đầu.",
    },
    verdict: {
      many: (seat, times) => `${seat} bán ${times} lần`,
      once: (seat) => `${seat} bán đúng một lần`,
      none: (seat) => `${seat} không bán được cho ai`,
      asPromised: "đúng như lời hứa",
      asFeared: "đúng như đã lo",
      unlike: "không như đã dự đoán",
      byLedger: "Đếm từ sổ trong Postgres, không phải theo lời báo cho người mua.",
    },
    seat: {
      free: "Chưa ai sở hữu",
      oneOwner: "Một chủ ghế",
      owners: (count) => `${count} người tưởng ghế là của mình`,
      owner: (buyer, instance, ms) => `${buyer}, tiến trình ${instance}, lúc ${ms}`,
      showAll: (count) => `Xem cả ${count} người`,
      showFewer: "Thu gọn",
      list: (seat) => `Chủ ghế ${seat}`,
    },
    told: {
      title: "Người mua được trả lời",
      sold: "đã bán",
      refused: "từ chối",
      error: "lỗi",
      unanswered: "không trả lời",
    },
    summary: {
      looked: (count, ms) => `${count} người đã thấy ghế còn trống trước lần bán đầu tiên (lúc ${ms}).`,
      stale: (count) => `${count} người đã ghi dựa trên điều mình thấy lúc trước mà nay không còn đúng.`,
      clean: "Không ai ghi dựa trên thông tin đã cũ.",
    },
    recorded: {
      title: "Cuộc đua đã ghi lại",
      titleOf: (strategy) => `Cuộc đua: ${strategy}`,
      intro: "Một cuộc đua đúng như đã diễn ra, từng bước một, được lưu mãi: địa chỉ này luôn dẫn đến nó.",
      again: "Đua lại với cùng hạt giống",
      link: "Liên kết cố định",
    },
    replay: {
      title: "Cuộc đua được chia sẻ",
      text: "Liên kết này chạy lại một cuộc đua với cùng thiết lập và hạt giống. Người mua, quãng nghỉ và ngẫu nhiên y như cũ; cách hệ điều hành xen kẽ chúng thì không, và đó chính là điều cần thấy.",
    },
  },
);
