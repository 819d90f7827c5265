import { type Lesson, race, right, wrong } from "../lesson";

export const longerThanTheLock: Lesson = {
  slug: "longer-than-the-lock",
  title: { en: "Work longer than the lock", vi: "Việc lâu hơn khoá" },
  idea: {
    en: "A lock that lapses while you work must be renewed, and a failed renewal must stop the work.",
    vi: "Khoá hết hạn khi việc chưa xong thì phải gia hạn, và gia hạn không được thì phải dừng việc.",
  },
  story: {
    en: [
      "Locks must have a time to live: that was lesson 5. Now the work takes longer than that. Nothing has crashed. A bank is slow, a query is large, a machine is busy.",
      "Here the lock lives one second, and the first buyer needs longer.",
    ],
    vi: [
      "Khoá phải có hạn: đó là bài 5. Giờ công việc lâu hơn hạn ấy. Không có gì hỏng cả. Ngân hàng chậm, truy vấn lớn, máy đang bận.",
      "Ở đây khoá sống một giây, còn người đầu tiên cần lâu hơn thế.",
    ],
  },
  predict: {
    ask: {
      en: "Second 1: the lock lapses. The first buyer does not know and works on. What happens when others come?",
      vi: "Giây thứ 1: khoá hết hạn. Người đầu tiên không biết và làm tiếp. Người khác đến thì sao?",
    },
    choices: [
      wrong({ en: "They wait: the first one is still at work.", vi: "Họ đợi: người đầu vẫn đang làm mà." }),
      right({
        en: "One of them takes the lock and buys the seat, and then the first one buys it too.",
        vi: "Một người lấy được khoá và mua ghế, rồi người đầu tiên cũng mua.",
      }),
      wrong({
        en: "The first one's write fails: its lock has lapsed.",
        vi: "Lệnh ghi của người đầu hỏng: khoá đã hết hạn.",
      }),
    ],
    run: race(["redis-lock-article", "slow-work"], ["redis-lock", "slow-work"], { buyers: 6 }),
  },
  see: [
    {
      text: {
        en: "On the left the first lane is one long gap, and a whole purchase by another fits into it.",
        vi: "Bên trái, làn đầu tiên là một kẽ hở dài, đủ để người khác mua xong ghế ngay trong đó.",
      },
      lights: { side: 1, lanes: "sold", moments: ["first sale", "lock"] },
    },
    {
      text: {
        en: "On the right the same slow buyer has small blocks in its lane, three for each second: renewals. Each one found: still ours.",
        vi: "Bên phải, cũng người chậm ấy có những khối nhỏ trong làn, mỗi giây ba khối: các lần gia hạn. Lần nào cũng thấy: vẫn của mình.",
      },
      lights: { side: 2, steps: ["renew"] },
    },
    {
      text: {
        en: "The price is on the right as well: everybody waits as long as the slow one takes.",
        vi: "Cái giá cũng ở bên phải: mọi người đợi đúng bằng thời gian của người chậm.",
      },
      lights: { side: 2, lanes: "unsold" },
    },
  ],
  why: {
    en: [
      "A time to live is a guess about the future: the work will be done by then. When the guess is wrong, the lock does not stop the old holder. It only stops protecting it. Postgres knows nothing of a lock in Redis and takes the write.",
      "Two remedies. Make the time to live longer than the worst case, if there is one. Or renew: every third of the time to live a small script says: if it is still mine, give it its full time again. A third, so that one lost renewal does no harm.",
      "The renewal gives an answer, and that answer must be read. One: still ours. Zero: the lock is lost, somebody else may be at work already, and **the work must stop** before it writes. A renewal whose answer nobody reads is a lock that only looks alive.",
    ],
    vi: [
      "Hạn của khoá là một phỏng đoán về tương lai: tới lúc đó việc sẽ xong. Khi đoán sai, khoá không ngăn người giữ cũ. Nó chỉ thôi bảo vệ họ. Postgres không biết gì về khoá trong Redis và nhận lệnh ghi.",
      "Có hai cách chữa. Đặt hạn dài hơn trường hợp xấu nhất, nếu có trường hợp xấu nhất. Hoặc gia hạn: cứ mỗi một phần ba hạn, một script nhỏ nói: nếu vẫn là của tôi, cho nó trọn hạn lần nữa. Một phần ba, để lỡ một lần gia hạn cũng không sao.",
      "Lần gia hạn có câu trả lời, và câu trả lời phải được đọc. Số một: vẫn của mình. Số không: khoá đã mất, có thể người khác đang làm rồi, và **phải dừng việc** trước khi ghi. Gia hạn mà không ai đọc câu trả lời thì khoá chỉ trông như còn sống.",
    ],
  },
  corrections: {
    en: [
      "The articles on distributed locks show a renewal every third of the time to live and ignore what it answers. That is the part that matters: a renewal that comes too late finds the lock gone or in other hands, and the program goes on as if nothing had happened.",
    ],
    vi: [
      "Các bài viết về khoá phân tán có gia hạn mỗi một phần ba hạn nhưng bỏ qua câu trả lời. Đó mới là phần quan trọng: gia hạn đến muộn thì khoá đã mất hoặc đã vào tay người khác, còn chương trình vẫn chạy như không có gì.",
    ],
  },
  question: {
    ask: {
      en: "The holder's whole process is asleep for longer than the time to live (SIGSTOP), then wakes up. Does the renewal save the seat?",
      vi: "Cả tiến trình giữ khoá ngủ lâu hơn hạn khoá (SIGSTOP), rồi tỉnh dậy. Gia hạn có cứu được ghế không?",
    },
    choices: [
      wrong({ en: "Yes, that is what it is for.", vi: "Có, nó sinh ra để làm việc đó." }),
      right({ en: "No, the seat is sold twice.", vi: "Không, ghế bị bán hai lần." }),
    ],
    run: race(["redis-lock", "holder-paused"], null, { buyers: 6 }),
    answer: {
      en: [
        "Who sleeps does not renew. And when the process wakes, the very next thing it does may be the write, before the renewal's bad news has reached it. Renewal helps against slow work. Against a pause it needs something stronger: lesson 9.",
      ],
      vi: [
        "Ngủ thì không gia hạn được. Và khi tiến trình tỉnh dậy, việc ngay tiếp theo của nó có thể là lệnh ghi, trước khi tin xấu của lần gia hạn kịp tới. Gia hạn chống được việc chậm. Chống một cơn ngủ thì cần thứ mạnh hơn: bài 9.",
      ],
    },
  },
};
