import { type Lesson, race, right, wrong } from "../lesson";

export const theQueue: Lesson = {
  slug: "the-queue",
  title: { en: "The queue", vi: "Hàng đợi" },
  idea: {
    en: "A queue gives an order and an even load. It does not give the truth, and it does not make anyone faster.",
    vi: "Hàng đợi cho thứ tự và tải đều. Nó không cho sự thật, và không làm ai nhanh hơn.",
  },
  story: {
    en: [
      "“For ultra high scale, add a queue”, the articles end. Instead of a hundred buyers who fight over the seat, a hundred attempts lie in a line, and one writer takes them out, one after another. Where there is one writer there is no race, and no lock.",
      "That one writer is a process, and processes sleep and die. So somebody stands ready to take over, and has to decide when the writer is gone: after a lease, or when the broker has not heard of it for a while. There it is again, the lock that can lapse.",
    ],
    vi: [
      "“Ở quy mô cực lớn, hãy thêm hàng đợi”, các bài viết kết luận. Thay vì một trăm người giành ghế, một trăm lượt mua nằm thành hàng, và một người ghi lấy ra từng lượt. Chỉ có một người ghi thì không có đua, cũng không cần khoá.",
      "Người ghi ấy là một tiến trình, mà tiến trình thì ngủ và chết. Vậy phải có ai đó sẵn sàng lên thay, và phải quyết định khi nào người ghi coi như mất: sau một lease, hoặc khi broker không nghe thấy nó một lúc. Nó lại đấy: cái khoá có thể hết hạn.",
    ],
  },
  predict: {
    ask: {
      en: "The writer is paused with the first attempt in its hands, another takes over, then it wakes. How often is the seat sold?",
      vi: "Người ghi bị ngừng khi đang cầm lượt đầu tiên, người khác lên thay, rồi nó tỉnh dậy. Ghế bán mấy lần?",
    },
    choices: [
      wrong({ en: "Twice: there were two writers.", vi: "Hai lần: có hai người ghi mà." }),
      right({ en: "Once, because the write has a condition.", vi: "Một lần, vì lệnh ghi có điều kiện." }),
      wrong({
        en: "Once, because a queue has one writer.",
        vi: "Một lần, vì hàng đợi chỉ có một người ghi.",
      }),
    ],
    run: race(["queue", "holder-paused"], ["redis-lock", "holder-paused"], { buyers: 6 }),
  },
  see: [
    {
      text: {
        en: "On the left every lane waits for its answer: nobody asks for a lock, the work is done on their behalf.",
        vi: "Bên trái, làn nào cũng đợi câu trả lời: không ai xin khoá, việc được làm thay cho họ.",
      },
      lights: { side: 1, steps: ["enqueue", "answer"] },
    },
    {
      text: {
        en: "The paused writer's write comes back with: no row changed. It looks again, and tells its buyer what is true by now.",
        vi: "Lệnh ghi của người ghi bị ngừng trở về với: không sửa dòng nào. Nó xem lại, và nói với người mua điều đang đúng.",
      },
      lights: { side: 1, steps: ["write", "check"] },
    },
    {
      text: {
        en: "On the right the same pause with a lock and a plain write: sold twice.",
        vi: "Bên phải, cùng lần ngừng ấy với một cái khoá và lệnh ghi trần: bán hai lần.",
      },
      lights: { side: 2, steps: ["write"] },
    },
  ],
  why: {
    en: [
      "**Order.** First come, first served, by the queue's own order, and a place in it one can be told. **Load.** The database sees a steady trickle, however many come. **Patience.** The answer comes later, and someone has to wait for it, or come back for it. For one seat almost everyone waits for a no.",
      "**Delivery.** A message comes at least once: when a writer dies between its commit and its acknowledgement, the next one gets the message again. So the answer must be the same the second time. In this lab whoever has the seat is told so again, and the ledger has one row.",
      "**Truth.** Two writers can be at work for a moment, with a lease in Redis as with a single active consumer in RabbitMQ or a partition with one consumer in Kafka: the one that was given up may only be asleep. What keeps the seat from being sold twice is the condition of the write. It was so without the queue, too.",
      "A queue pays where the work behind it is slow and its result not urgent (mails, refunds, invoices), or where people want to stand in line: a waiting room in front of a sale. In front of a conditional update that takes a millisecond it is a detour.",
    ],
    vi: [
      "**Thứ tự.** Ai đến trước được trước, theo thứ tự của chính hàng đợi, và mỗi người biết được chỗ của mình. **Tải.** Cơ sở dữ liệu nhận một dòng đều đặn, đông tới đâu cũng vậy. **Kiên nhẫn.** Câu trả lời đến muộn hơn, và phải có người đợi nó, hoặc quay lại lấy. Với một cái ghế, hầu như ai cũng đợi một lời từ chối.",
      "**Giao nhận.** Mỗi thông điệp đến ít nhất một lần: người ghi chết giữa lúc commit và lúc xác nhận thì người kế tiếp nhận lại thông điệp ấy. Vậy câu trả lời lần thứ hai phải như lần đầu. Trong phòng thí nghiệm này, ai đã có ghế thì được báo lại là có, và sổ chỉ có một dòng.",
      "**Sự thật.** Có lúc hai người ghi cùng làm, với lease trong Redis cũng như với single active consumer của RabbitMQ hay partition một consumer của Kafka: kẻ bị bỏ có thể chỉ đang ngủ. Thứ giữ cho ghế không bán hai lần là điều kiện của lệnh ghi. Không có hàng đợi thì cũng vậy.",
      "Hàng đợi đáng giá khi việc phía sau chậm mà kết quả không gấp (thư, hoàn tiền, hoá đơn), hoặc khi người ta muốn xếp hàng: phòng chờ trước giờ mở bán. Đặt trước một lệnh cập nhật có điều kiện chỉ mất một mili giây thì nó là đường vòng.",
    ],
  },
  corrections: {
    en: [
      "“A queue processes one at a time, so there can be no double booking” is said in several articles. One at a time is what a queue aims at; at least once is what it promises.",
      "RabbitMQ's quorum queue with a single active consumer is a strategy of this lab where RabbitMQ is installed. Kafka is not: there is no broker of it in the places this lab takes its servers from, and we claim nothing about it that we have not run.",
    ],
    vi: [
      "“Hàng đợi xử lý từng cái một nên không thể bán trùng”, vài bài viết nói thế. Từng cái một là điều hàng đợi hướng tới; ít nhất một lần mới là điều nó hứa.",
      "Quorum queue của RabbitMQ với single active consumer là một cách bán trong phòng thí nghiệm này, nơi có cài RabbitMQ. Kafka thì không: nơi phòng thí nghiệm lấy máy chủ không có broker của nó, và chúng tôi không khẳng định điều mình chưa chạy.",
    ],
  },
  question: {
    ask: {
      en: "Everyone clicks five times. How many rows does the ledger have, and what are the winner's five clicks told?",
      vi: "Ai cũng bấm năm lần. Sổ có mấy dòng, và năm lần bấm của người thắng được trả lời gì?",
    },
    choices: [
      wrong({ en: "One row; one yes and four noes.", vi: "Một dòng; một lần có và bốn lần không." }),
      right({ en: "One row; five times yes.", vi: "Một dòng; năm lần có." }),
      wrong({ en: "Five rows.", vi: "Năm dòng." }),
    ],
    run: race(["queue", "spam-click"], null, { buyers: 6 }),
    answer: {
      en: [
        "One row and five times yes: the writer looks who owns the seat, and tells its owner so, however often it is asked. For a queue that is no luxury: it delivers twice by itself, without anyone clicking.",
      ],
      vi: [
        "Một dòng và năm lần có: người ghi xem ai là chủ ghế và báo cho chủ biết, hỏi bao nhiêu lần cũng vậy. Với hàng đợi đó không phải xa xỉ: tự nó cũng giao hai lần, chẳng cần ai bấm.",
      ],
    },
  },
};
