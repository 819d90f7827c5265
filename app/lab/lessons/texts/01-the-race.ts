import { type Lesson, race, right, wrong } from "../lesson";

export const theRace: Lesson = {
  slug: "the-race",
  title: { en: "The race", vi: "Cuộc đua" },
  idea: {
    en: "Looking and writing are two steps, and the world can change between them.",
    vi: "Xem và ghi là hai bước, và giữa hai bước ấy mọi thứ có thể đã khác.",
  },
  story: {
    en: [
      "A hundred people want seat A1. The code that sells it seems obvious: look whether the seat is free, and if it is, write down who bought it.",
      "Tried by one person it is correct. Tried by one person a thousand times it is still correct. Now a hundred buyers press at the same moment, spread over three server processes, as in any web application that has more than one worker.",
    ],
    vi: [
      "Một trăm người muốn ghế A1. Đoạn mã bán ghế trông thật hiển nhiên: xem ghế còn trống không, nếu còn thì ghi tên người mua vào.",
      "Một người thử thì đúng. Một người thử nghìn lần vẫn đúng. Bây giờ một trăm người cùng bấm trong một khoảnh khắc, chia ra ba tiến trình máy chủ, như mọi ứng dụng web có nhiều hơn một tiến trình phục vụ.",
    ],
  },
  predict: {
    ask: {
      en: "A hundred buyers, one seat, and code that looks before it writes. How many are told that the seat is theirs?",
      vi: "Một trăm người mua, một ghế, và đoạn mã xem trước khi ghi. Bao nhiêu người được báo rằng ghế là của mình?",
    },
    choices: [
      wrong({ en: "One. The code looks first.", vi: "Một. Đoạn mã có xem trước mà." }),
      wrong({
        en: "Two or three. Only exact ties slip through.",
        vi: "Hai hay ba. Chỉ ai bấm trùng khít mới lọt.",
      }),
      right({ en: "Dozens, perhaps all of them.", vi: "Hàng chục, có khi là tất cả." }),
    ],
    run: race("naive", "row-lock", { thinkMs: 60 }),
  },
  see: [
    {
      text: {
        en: "The blue blocks at the left are the looks. Nearly all of them have ended before the first red block, the first write.",
        vi: "Các khối xanh bên trái là những lần xem. Gần như tất cả đã xong trước khối đỏ đầu tiên, tức lần ghi đầu tiên.",
      },
      lights: { side: 1, steps: ["check"], moments: ["first sale"] },
    },
    {
      text: {
        en: "The strip between a buyer's look and its write is the **gap**. Where the strip is red, somebody else bought the seat while this buyer was in its gap.",
        vi: "Dải màu giữa lúc xem và lúc ghi của một người là **kẽ hở**. Chỗ nào dải màu đỏ, chỗ đó ghế đã bị người khác mua mất trong khi người này còn ở trong kẽ hở.",
      },
      lights: { side: 1, lanes: "stale" },
    },
    {
      text: {
        en: "Press **Watch it slowly** and read how many buyers are in the gap at the same time.",
        vi: "Bấm **Xem chậm lại** và đọc xem cùng lúc có bao nhiêu người trong kẽ hở.",
      },
    },
    {
      text: {
        en: "On the other side the same crowd meets a database that lets the second one wait. That is the next lesson.",
        vi: "Ở bên kia, cũng đám đông ấy gặp một cơ sở dữ liệu bắt người thứ hai phải đợi. Đó là bài kế tiếp.",
      },
      lights: { side: 2, steps: ["check"] },
    },
  ],
  why: {
    en: [
      "A look answers a question about the past. When the answer has travelled back to the program it may already be untrue, and nothing tells the program so. Between look and write lies a gap, and whatever happens in it goes unseen.",
      "With one buyer nobody else is ever there. With a hundred at once everybody is in the gap together: all of them look before the first of them has written, all of them see a free seat, and each of them writes. The row keeps the last name. All the others hold a confirmation that is worth nothing.",
      "This is a **race condition**, and this kind has a name of its own: check, then act. It is not about seats. An account holds 1,000; two programs take 200 and 300 from it at once. Both read 1,000, and the account ends at 700 or at 800, depending on who writes last. It should be 500.",
      "More thinking time makes the gap wider. No gap is short enough to be safe.",
      "And mind where the number comes from. Every one of those programs was sure of its sale. The verdict is counted afterwards, from a ledger in the database with one row for each sale somebody believed in.",
    ],
    vi: [
      "Xem là hỏi về quá khứ. Khi câu trả lời về tới chương trình, có thể nó đã không còn đúng, và không gì báo cho chương trình biết. Giữa xem và ghi có một kẽ hở, chuyện gì xảy ra trong đó thì không ai thấy.",
      "Với một người mua, trong kẽ hở không bao giờ có ai khác. Với một trăm người cùng lúc, tất cả cùng ở trong đó: ai cũng xem trước khi người đầu tiên kịp ghi, ai cũng thấy ghế trống, và ai cũng ghi. Dòng dữ liệu giữ lại cái tên cuối cùng. Những người còn lại cầm một lời xác nhận vô giá trị.",
      "Đó là **tranh chấp (race condition)**, và loại này có tên riêng: kiểm tra rồi mới làm. Không chỉ có ghế. Một tài khoản có 1.000; hai chương trình cùng lúc rút 200 và 300. Cả hai đều đọc được 1.000, và tài khoản còn 700 hoặc 800, tuỳ ai ghi sau. Đúng ra phải còn 500.",
      "Nghĩ càng lâu thì kẽ hở càng rộng. Không kẽ hở nào hẹp đến mức an toàn.",
      "Và hãy để ý con số lấy từ đâu. Chương trình nào trong số đó cũng tin là mình đã bán được ghế. Kết luận được đếm sau đó, từ một cuốn sổ trong cơ sở dữ liệu, mỗi dòng là một lần bán mà ai đó đã tin.",
    ],
  },
  corrections: {
    en: [
      "This lab began with a blog post about a hundred people who book one cinema seat. That article publishes 99 double bookings for such code. Run as printed, the code does sell the seat a hundred times, but not because of the race: it reads `seat.is_booked` from the query's result instead of from its first row. That is always `undefined`, so the check never says no, not even to a buyer who comes an hour later. Here the check is written correctly, and the race is lost all the same.",
      "Its load test sends ten requests a second. At that pace every buyer is done before the next one comes: with the check corrected, the naive code sold the seat exactly once when we ran it so. A race needs a burst. A quiet test proves nothing.",
    ],
    vi: [
      "Phòng thí nghiệm này bắt nguồn từ một bài blog về chuyện một trăm người cùng đặt một ghế xem phim. Bài viết ấy công bố 99 lần bán trùng cho đoạn mã như thế. Chạy đúng như in, nó bán ghế một trăm lần thật, nhưng không phải vì tranh chấp: nó đọc `seat.is_booked` từ kết quả truy vấn thay vì từ dòng đầu tiên. Giá trị đó luôn là `undefined`, nên phép kiểm tra không bao giờ từ chối, kể cả với người đến sau một giờ. Ở đây phép kiểm tra được viết đúng, và vẫn thua cuộc đua.",
      "Bài thử tải của nó gửi mười yêu cầu mỗi giây. Với nhịp ấy ai cũng xong trước khi người sau đến: khi phép kiểm tra đã sửa, chúng tôi chạy thì đoạn mã ngây thơ bán ghế đúng một lần. Muốn có đua thì phải có dồn dập. Một phép thử yên ắng không chứng minh được gì.",
    ],
  },
  question: {
    ask: {
      en: "Take the thinking time away: zero milliseconds between look and write. Is the race gone?",
      vi: "Bỏ hẳn thời gian nghĩ: giữa xem và ghi là không mili giây. Hết tranh chấp chưa?",
    },
    choices: [
      wrong({ en: "Yes, now it is sold once.", vi: "Hết, giờ chỉ bán một lần." }),
      right({ en: "No, it is still sold more than once.", vi: "Chưa, vẫn bán nhiều hơn một lần." }),
    ],
    run: race("naive", null, { thinkMs: 0 }),
    answer: {
      en: [
        "The gap is now as long as one trip to the database and back, and that is room enough for a crowd. A race cannot be hurried away. It can only be decided by somebody who sees both the look and the write as one thing.",
      ],
      vi: [
        "Kẽ hở giờ chỉ dài bằng một lượt đi về tới cơ sở dữ liệu, thế vẫn đủ chỗ cho một đám đông. Không thể chạy nhanh mà thoát khỏi tranh chấp. Chỉ có thể để cho một nơi coi xem và ghi là một việc quyết định.",
      ],
    },
  },
};
