/** The product itself, as a strategy. */
import type { StrategyCard } from "../lab-strategies";

export const productCards: readonly StrategyCard[] = [
  {
    id: "last-seat",
    group: "product",
    title: { en: "Last Seat, the product itself", vi: "Last Seat, chính sản phẩm này" },
    promise: {
      en: "Redis can say no, only Postgres can say yes: refusals are cheap, and a broken lock costs a refusal, never a second sale.",
      vi: "Redis được nói không, chỉ Postgres được nói có: từ chối thì rẻ, và khoá hỏng chỉ làm mất một lượt mua, không bao giờ bán hai lần.",
    },
    notes: [
      {
        en: "The same engine that sells the seats of the box office, on a show of its own. Its sales are counted from `booking_seats`.",
        vi: "Chính là bộ máy bán ghế của phòng vé, trên một suất chiếu riêng. Số ghế bán được đếm từ `booking_seats`.",
      },
      {
        en: "With Redis gone it goes on, slower, on the Postgres predicate alone. A repeated click gets the same answer, because it carries the same key.",
        vi: "Mất Redis thì nó vẫn chạy, chậm hơn, chỉ với điều kiện trong Postgres. Bấm lại thì nhận cùng câu trả lời, vì mang cùng một khoá.",
      },
    ],
    sourcePath: "server/strategies/last-seat.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      failover: "sold-once",
      "redis-gone": "sold-once",
      "server-clock-moved": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "The guard in Redis only turns buyers away. The sale is one conditional update of the seat's row, and behind it stands a unique index.",
        vi: "Chốt chặn trong Redis chỉ từ chối người mua. Việc bán là một lệnh cập nhật có điều kiện trên dòng của ghế, và sau nó còn một chỉ mục duy nhất.",
      },
    },
  },
];
