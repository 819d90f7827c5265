/** One after another. */
import type { StrategyCard } from "../lab-strategies";

export const queueCards: readonly StrategyCard[] = [
  {
    id: "queue",
    group: "queue",
    title: { en: "Queue, single writer", vi: "Hàng đợi, một người ghi" },
    promise: {
      en: "Attempts line up in a Redis Stream; one writer per seat decides them in order.",
      vi: "Các lượt mua xếp hàng trong Redis Stream; mỗi ghế có một người ghi quyết định theo thứ tự.",
    },
    notes: [
      {
        en: "The queue evens out the load and gives an order. It does not give truth: a writer that was paused and replaced wakes up as a second writer, so the write is a conditional one.",
        vi: "Hàng đợi san đều tải và cho một thứ tự. Nó không cho sự thật: người ghi bị ngừng rồi bị thay sẽ tỉnh dậy thành người ghi thứ hai, nên lệnh ghi vẫn phải có điều kiện.",
      },
      {
        en: "A message may be delivered twice, when the writer dies between commit and acknowledgement. The answer is then the same, and the ledger has one row.",
        vi: "Một thông điệp có thể đến hai lần, khi người ghi chết giữa commit và xác nhận. Khi đó câu trả lời vẫn như cũ, và sổ chỉ có một dòng.",
      },
    ],
    sourcePath: "server/strategies/queue.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
      "redis-gone": "sold-none",
      "server-clock-moved": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "You choose who queues first, and that is all: the writer takes the attempts one after another.",
        vi: "Bạn chọn ai xếp hàng trước, và chỉ thế thôi: người ghi xử lý từng lượt một.",
      },
    },
  },
  {
    id: "rabbitmq",
    group: "queue",
    server: "rabbitmq",
    title: { en: "RabbitMQ, single active consumer", vi: "RabbitMQ, một consumer hoạt động" },
    promise: {
      en: "Attempts line up in a quorum queue, and the broker gives them to one consumer at a time.",
      vi: "Các lượt mua xếp hàng trong quorum queue, và broker chỉ giao cho một consumer mỗi lúc.",
    },
    notes: [
      {
        en: "The broker gives up a consumer it does not hear of and hands its unacknowledged attempt to the next. The one given up may only be asleep, so the write keeps its condition.",
        vi: "Broker bỏ consumer mà nó không còn nghe thấy và giao lượt chưa xác nhận cho consumer kế tiếp. Kẻ bị bỏ có thể chỉ đang ngủ, nên lệnh ghi vẫn phải có điều kiện.",
      },
      {
        en: "Kafka would stand here as well: a partition by seat has one consumer of a group. Neither Debian nor npm has a broker of it, so nothing is claimed about it.",
        vi: "Kafka cũng sẽ đứng ở đây: một partition theo ghế thì mỗi nhóm có một consumer. Debian và npm đều không có broker của nó, nên ở đây không khẳng định gì về nó.",
      },
    ],
    sourcePath: "server/strategies/rabbitmq.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "You choose who queues first, and that is all: the consumer takes the attempts one after another.",
        vi: "Bạn chọn ai xếp hàng trước, và chỉ thế thôi: consumer xử lý từng lượt một.",
      },
    },
  },
];
