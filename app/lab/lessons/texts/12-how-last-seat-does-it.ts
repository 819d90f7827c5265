import { type Lesson, race, right, wrong } from "../lesson";

export const howLastSeatDoesIt: Lesson = {
  slug: "how-last-seat-does-it",
  title: { en: "How Last Seat does it", vi: "Last Seat làm thế nào" },
  idea: {
    en: "Redis can say no. Only Postgres can say yes.",
    vi: "Redis được nói không. Chỉ Postgres được nói có.",
  },
  story: {
    en: [
      "Eleven lessons, and each lock had its hour of weakness. This product uses a Redis lock all the same, and it does not trust it.",
      "In front stands a guard in Redis: it turns ninety-nine of a hundred away at once. Behind it the sale is one conditional update in Postgres (lesson 3), fenced by a number in the seat's own row (lesson 9), with a key for repetitions (lesson 11), and a unique index as the last wall behind our own mistakes.",
      "Now Redis is killed before the burst. On one side the fenced lock, on the other Last Seat.",
    ],
    vi: [
      "Mười một bài, và cái khoá nào cũng có lúc yếu. Sản phẩm này vẫn dùng khoá Redis, và không tin nó.",
      "Phía trước là một chốt chặn trong Redis: nó từ chối ngay chín mươi chín trên một trăm người. Phía sau, việc bán là một lệnh cập nhật có điều kiện trong Postgres (bài 3), có hàng rào là con số trong chính dòng của ghế (bài 9), có tên cho các lần gửi lại (bài 11), và một chỉ mục duy nhất làm bức tường cuối cùng chống lỗi của chính chúng tôi.",
      "Giờ Redis bị giết trước cuộc đua. Một bên là khoá có hàng rào, bên kia là Last Seat.",
    ],
  },
  predict: {
    ask: {
      en: "Redis is dead. Which side sells the seat?",
      vi: "Redis đã chết. Bên nào bán được ghế?",
    },
    choices: [
      wrong({ en: "Neither.", vi: "Không bên nào." }),
      wrong({ en: "Both, and Last Seat more than once.", vi: "Cả hai, và Last Seat bán nhiều lần." }),
      right({ en: "Only Last Seat, and exactly once.", vi: "Chỉ Last Seat, và đúng một lần." }),
    ],
    run: race(["fenced-lock", "redis-gone"], ["last-seat", "redis-gone"], { buyers: 50 }),
  },
  see: [
    {
      text: {
        en: "On the left everyone ends with an error: no lock, no sale. Safe, and closed.",
        vi: "Bên trái ai cũng gặp lỗi: không khoá thì không bán. An toàn, và đóng cửa.",
      },
      lights: { side: 1, lanes: "unsold" },
    },
    {
      text: {
        en: "On the right the guard answers: no guard, Postgres decides alone. Many more writes reach the database than usual, and one of them changes a row.",
        vi: "Bên phải chốt chặn trả lời: không có chốt chặn, một mình Postgres quyết. Nhiều lệnh ghi tới cơ sở dữ liệu hơn hẳn ngày thường, và một lệnh sửa được dòng.",
      },
      lights: { side: 2, steps: ["guard", "write"] },
    },
    {
      text: {
        en: "It costs time and statements, not correctness.",
        vi: "Cái giá là thời gian và câu lệnh, không phải sự đúng đắn.",
      },
    },
  ],
  why: {
    en: [
      "The rule has two halves. **Redis can say no**: a wrong no costs one buyer one refusal. **Only Postgres can say yes**: a yes is a row that was changed, and the row's own condition decides. So a lock that lapses, fails over, is released by a stranger or held by a sleeper can cost a refusal and never sells a seat twice.",
      "Requests that arrive while a commit is under way are collected and decided together in one statement. One write to the disk then serves many bookings. A request that comes alone goes out at once.",
      "**What to use when.** One database and moderate crowds: the conditional update, or a row lock where the decision needs several steps. A rush on few things: a guard in front of it. A single writer behind a queue, when the order of arrival must be kept or the work is heavy; the writer can be paused and doubled like anyone else, so its write stays conditional. etcd or ZooKeeper for leaders and configuration, with their number checked where you write.",
      "**The list to take home.** A time to live on every lock. A release that asks whose it is. Backoff and jitter. A fence, or a condition, where it must be right. Measure: granted, refused, how long. A time to live above the worst case, or a renewal whose answer is read. And a plan for the day the lock service is gone.",
    ],
    vi: [
      "Luật có hai nửa. **Redis được nói không**: lỡ từ chối nhầm thì chỉ một người bị từ chối oan một lần. **Chỉ Postgres được nói có**: có nghĩa là một dòng đã được sửa, và điều kiện của chính dòng đó quyết định. Vậy khoá hết hạn, khoá mất khi chuyển máy, bị người lạ nhả hay bị người ngủ giữ thì cũng chỉ tốn một lời từ chối, không bao giờ bán một ghế hai lần.",
      "Những yêu cầu đến khi một commit đang chạy được gom lại và quyết định chung trong một câu lệnh. Một lần ghi đĩa như thế phục vụ nhiều lượt đặt. Yêu cầu đến một mình thì đi ngay.",
      "**Khi nào dùng gì.** Một cơ sở dữ liệu, đám đông vừa phải: cập nhật có điều kiện, hoặc khoá dòng khi quyết định cần nhiều bước. Đổ xô vào một vài thứ: thêm chốt chặn phía trước. Một người ghi đứng sau hàng đợi, khi cần giữ thứ tự đến hoặc việc nặng; người ghi cũng có thể ngủ quên và bị nhân đôi như bất kỳ ai, nên lệnh ghi vẫn phải có điều kiện. etcd hay ZooKeeper cho việc bầu người dẫn đầu và cấu hình, với con số của chúng được kiểm tra ở nơi ghi.",
      "**Danh sách mang về.** Khoá nào cũng có hạn. Nhả có hỏi của ai. Lùi dần và ngẫu nhiên. Hàng rào, hoặc điều kiện, ở nơi bắt buộc phải đúng. Đo: cấp bao nhiêu, từ chối bao nhiêu, mất bao lâu. Hạn dài hơn trường hợp xấu nhất, hoặc gia hạn có đọc câu trả lời. Và một phương án cho ngày dịch vụ khoá biến mất.",
    ],
  },
  corrections: {
    en: [
      "The articles this lab began with end with a ladder: row lock for small, Redis for distributed, a queue for huge. It is not a ladder. Each step can be added in front of the conditional write, and none can replace it.",
      "Last Seat has limits of its own. All seats of one show are in one Postgres. When that is down, nothing is sold and everyone is told so. That is a choice: a seat sold later is better than a seat sold twice.",
    ],
    vi: [
      "Các bài viết mà phòng thí nghiệm này bắt nguồn từ đó kết bằng một cái thang: khoá dòng cho nhỏ, Redis cho phân tán, hàng đợi cho khổng lồ. Không phải cái thang. Bậc nào cũng có thể thêm vào phía trước lệnh ghi có điều kiện, và không bậc nào thay được nó.",
      "Last Seat cũng có giới hạn. Mọi ghế của một suất chiếu nằm trong một Postgres. Khi nó hỏng thì không bán gì và ai cũng được báo. Đó là lựa chọn: thà bán muộn còn hơn bán một ghế hai lần.",
    ],
  },
  question: {
    ask: {
      en: "Redis is well again, and three hundred buyers want A1. How many statements about the seat does Postgres see?",
      vi: "Redis đã khoẻ lại, và ba trăm người muốn A1. Postgres thấy bao nhiêu câu lệnh về ghế này?",
    },
    choices: [
      wrong({ en: "Three hundred or more.", vi: "Ba trăm hoặc hơn." }),
      wrong({ en: "About a hundred.", vi: "Khoảng một trăm." }),
      right({ en: "A handful.", vi: "Chỉ vài câu." }),
    ],
    run: race("last-seat", null, { buyers: 300 }),
    answer: {
      en: [
        "The guard has said no to nearly all of them. What reaches Postgres is decided there, once. Now go and buy a seat in [the cinema](/): it is the same code.",
      ],
      vi: [
        "Chốt chặn đã từ chối gần hết. Những gì tới được Postgres thì Postgres quyết, một lần. Giờ hãy đi mua một ghế trong [rạp](/): vẫn là đoạn mã ấy.",
      ],
    },
  },
};
