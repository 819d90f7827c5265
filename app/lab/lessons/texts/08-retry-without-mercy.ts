import { type Lesson, race, right, wrong } from "../lesson";

export const retryWithoutMercy: Lesson = {
  slug: "retry-without-mercy",
  title: { en: "Retry without mercy", vi: "Thử lại không thương xót" },
  idea: {
    en: "Whoever waits for a lock should ask less and less often, and not in step with the others.",
    vi: "Ai đợi khoá thì nên hỏi thưa dần, và đừng hỏi cùng nhịp với người khác.",
  },
  story: {
    en: [
      "So far a buyer without the lock gave up, or waited politely. Now it asks again the moment it is refused, and again, and again: `while (!acquire()) {}`.",
      "Thirty buyers want the lock, and the one who has it thinks for a tenth of a second.",
    ],
    vi: [
      "Tới giờ, ai không có khoá thì bỏ cuộc hoặc đợi lịch sự. Bây giờ vừa bị từ chối là nó hỏi lại ngay, rồi lại hỏi, rồi lại hỏi: `while (!acquire()) {}`.",
      "Ba mươi người muốn có khoá, còn người đang giữ nghĩ trong một phần mười giây.",
    ],
  },
  predict: {
    ask: {
      en: "How many Redis commands does it take, compared with waiting politely?",
      vi: "So với đợi lịch sự thì tốn bao nhiêu lệnh Redis?",
    },
    choices: [
      wrong({ en: "About as many.", vi: "Khoảng bằng nhau." }),
      wrong({ en: "Twice as many.", vi: "Gấp đôi." }),
      right({ en: "Many times as many.", vi: "Gấp nhiều lần." }),
    ],
    run: race(["redis-lock", "no-backoff"], "redis-lock", { buyers: 30, thinkMs: 100 }),
  },
  see: [
    {
      text: {
        en: "On the left the lanes are a solid wall of pale yellow: questions, one after another, all answered with no.",
        vi: "Bên trái, các làn là một bức tường vàng nhạt đặc kín: câu hỏi nối câu hỏi, câu nào cũng bị trả lời không.",
      },
      lights: { side: 1, steps: ["acquire"], found: false },
    },
    {
      text: {
        en: "On the right each lane has a few blocks with growing spaces between them, and no two lanes are alike.",
        vi: "Bên phải, mỗi làn có vài khối với khoảng cách thưa dần, và không làn nào giống làn nào.",
      },
      lights: { side: 2, steps: ["acquire"] },
    },
    {
      text: {
        en: "Compare **Redis commands**: that is the price of asking without a pause. Then compare p50: politeness has a price as well, most buyers hear their no later.",
        vi: "Hãy so **lệnh Redis**: đó là giá của việc hỏi không nghỉ. Rồi so p50: lịch sự cũng có giá, phần lớn người mua nghe lời từ chối muộn hơn.",
      },
    },
  ],
  why: {
    en: [
      "Asking more often does not make the holder think any faster. With a few waiters it even pays for the impatient one, who notices first that the lock is free. The bill comes with the crowd: every question takes time from the one server everybody needs, the holder's own commands included, and the crowd slows down the very one it waits for.",
      "So wait between two questions, and twice as long each time: 50 ms, 100, 200, up to a second. That is **backoff**. It makes the crowd quieter the longer it waits.",
      "And add a little chance to every pause, say up to half as long again. That is **jitter**. Without it a hundred who were refused together come back together, all at 50 ms, all at 150, a drumbeat of small storms.",
      "How long the pauses may grow is a trade: longer ones are quieter and notice later. Set an end as well. After five seconds, say, a plain no is kinder than another round.",
    ],
    vi: [
      "Hỏi nhiều hơn không làm người giữ khoá nghĩ nhanh hơn. Khi ít người đợi, kẻ sốt ruột còn được lợi: họ biết khoá trống trước tiên. Hoá đơn đến cùng đám đông: mỗi câu hỏi lấy mất thời gian của đúng cái máy chủ mà ai cũng cần, kể cả lệnh của người đang giữ khoá, và đám đông làm chậm chính người mà họ đang đợi.",
      "Vậy hãy nghỉ giữa hai lần hỏi, mỗi lần lâu gấp đôi: 50 ms, 100, 200, tới một giây. Đó là **lùi dần (backoff)**. Càng đợi lâu, đám đông càng yên.",
      "Và thêm vào mỗi quãng nghỉ một chút ngẫu nhiên, chẳng hạn tới một nửa. Đó là **jitter**. Không có nó, một trăm người bị từ chối cùng lúc sẽ trở lại cùng lúc, tất cả ở 50 ms, tất cả ở 150, thành từng cơn bão nhỏ đều nhịp.",
      "Quãng nghỉ dài tới đâu là một sự đánh đổi: dài thì yên hơn nhưng biết muộn hơn. Cũng nên có điểm dừng. Sau năm giây chẳng hạn, một lời từ chối thẳng còn tử tế hơn một vòng nữa.",
    ],
  },
  corrections: {
    en: [
      "One of the articles on distributed locks shows a loop without any pause, another asks every 50 ms for five seconds. The first hammers Redis, the second drums: both are fine with three waiters and bad with three hundred.",
    ],
    vi: [
      "Một bài viết về khoá phân tán có vòng lặp không nghỉ chút nào, một bài khác cứ 50 ms hỏi một lần suốt năm giây. Bài thứ nhất nện búa vào Redis, bài thứ hai gõ trống: ba người đợi thì không sao, ba trăm người thì tệ.",
    ],
  },
  question: {
    ask: {
      en: "Which way of waiting for seat A1 costs Redis the least?",
      vi: "Cách đợi ghế A1 nào tốn Redis ít nhất?",
    },
    choices: [
      wrong({ en: "Backoff with an even longer pause.", vi: "Lùi dần với quãng nghỉ dài hơn nữa." }),
      right({
        en: "Not waiting: ask once and take no for an answer.",
        vi: "Không đợi: hỏi một lần rồi chấp nhận.",
      }),
      wrong({ en: "Waiting in the database instead.", vi: "Đợi trong cơ sở dữ liệu." }),
    ],
    run: race("redis-lock-article", null, { buyers: 30, thinkMs: 100 }),
    answer: {
      en: [
        "A seat is sold once. Whoever waits for its lock waits, almost always, for a no, so it may as well come at once: each buyer asks a single time. Waiting pays where everybody gets a turn, such as with an account or a counter. (There is a cost: if the holder's card is declined, the refused ones have gone. This cinema therefore tells every screen when a seat is free again.)",
      ],
      vi: [
        "Một ghế chỉ bán một lần. Đợi khoá của nó thì hầu như luôn là đợi một lời từ chối, nên nghe luôn cho xong: mỗi người hỏi đúng một lần. Đợi chỉ đáng khi ai rồi cũng tới lượt, như với tài khoản hay bộ đếm. (Có cái giá: nếu thẻ của người giữ bị từ chối thì những người kia đã đi mất. Vì thế rạp này báo cho mọi màn hình khi ghế trống trở lại.)",
      ],
    },
  },
};
