import { type Lesson, race, right, wrong } from "../lesson";

export const theSpamClick: Lesson = {
  slug: "the-spam-click",
  title: { en: "The spam-click", vi: "Bấm liên tục" },
  idea: {
    en: "Asking twice for the same thing should be the same as asking once, down to the answer.",
    vi: "Hỏi hai lần cùng một điều thì phải như hỏi một lần, kể cả câu trả lời.",
  },
  story: {
    en: [
      "The page is slow, so people click again. Phones repeat a request when the signal comes back. Proxies repeat. To the server these are several requests, and it cannot see that one person means one thing.",
      "Five buyers want A1, and each of them clicks five times at once: twenty-five requests.",
    ],
    vi: [
      "Trang chậm thì người ta bấm lại. Điện thoại gửi lại khi có sóng trở lại. Máy trung gian cũng gửi lại. Với máy chủ đó là nhiều yêu cầu, và nó không thấy được rằng một người chỉ muốn một điều.",
      "Năm người muốn A1, mỗi người bấm năm lần cùng lúc: hai mươi lăm yêu cầu.",
    ],
  },
  predict: {
    ask: {
      en: "The row lock sells the seat once, to one buyer. That buyer has clicked five times and hears five answers. Which?",
      vi: "Khoá dòng bán ghế một lần, cho một người. Người đó đã bấm năm lần và nghe năm câu trả lời. Những câu nào?",
    },
    choices: [
      wrong({ en: "Five times: sold.", vi: "Năm lần: đã bán." }),
      right({ en: "Once sold, four times refused.", vi: "Một lần đã bán, bốn lần bị từ chối." }),
      wrong({ en: "Once sold, and no answer to the rest.", vi: "Một lần đã bán, còn lại không trả lời." }),
    ],
    run: race(["row-lock", "spam-click"], ["last-seat", "spam-click"], { buyers: 5 }),
  },
  see: [
    {
      text: {
        en: "Both races sold the seat once. Read the line **What the buyers were told** in each.",
        vi: "Cả hai cuộc đua bán ghế một lần. Hãy đọc dòng **Người mua được trả lời** ở mỗi bên.",
      },
    },
    {
      text: {
        en: "With the row lock one request heard “sold”. The same person heard “refused” four times, and a page usually shows the answer that came last.",
        vi: "Với khoá dòng, một yêu cầu nghe “đã bán”. Cũng người đó nghe “từ chối” bốn lần, mà trang web thường hiện câu trả lời đến sau cùng.",
      },
      lights: { side: 1, lanes: "sold" },
    },
    {
      text: {
        en: "With Last Seat every click of the winner heard “sold”, although the ledger has one sale.",
        vi: "Với Last Seat, mọi lần bấm của người thắng đều nghe “đã bán”, dù sổ chỉ có một lần bán.",
      },
      lights: { side: 2, steps: ["write"] },
    },
  ],
  why: {
    en: [
      "A lock keeps two buyers apart. It does not know that two requests are one wish. For that the request must carry a name of its own, made up once by the page: an **idempotency key**. Every repetition carries the same one.",
      "The server keeps key and answer together with the sale, under a unique index, in the same transaction. A repetition finds the key and gets the answer that was given before: the same booking, the same reference. The same key with a different wish is a mistake and is refused as such.",
      "This is also the way out of the hardest case. The database has committed and the connection breaks before the answer arrives. Was it sold? Nobody can know from here. So ask again with the same key: if it was, one hears yes again, and if it was not, it is sold now. Never twice.",
    ],
    vi: [
      "Khoá tách hai người mua ra. Nó không biết rằng hai yêu cầu là một ý muốn. Muốn thế, yêu cầu phải mang một cái tên riêng, do trang web đặt một lần: **mã chống lặp (idempotency key)**. Lần gửi lại nào cũng mang đúng tên đó.",
      "Máy chủ cất tên và câu trả lời cùng với lần bán, dưới một chỉ mục duy nhất, trong cùng một giao dịch. Lần gửi lại tìm thấy tên ấy và nhận câu trả lời đã có: cùng một vé, cùng một mã. Cùng tên mà khác ý muốn thì là nhầm lẫn và bị từ chối.",
      "Đó cũng là lối ra cho trường hợp khó nhất. Cơ sở dữ liệu đã commit và kết nối đứt trước khi câu trả lời tới. Bán chưa? Đứng ở đây không ai biết được. Vậy hãy hỏi lại với cùng cái tên: bán rồi thì nghe lại lời đồng ý, chưa bán thì giờ bán. Không bao giờ hai lần.",
    ],
  },
  corrections: {
    en: [
      "The cinema article asks for idempotency in its list of lessons, and its code has none: there every click is a buyer of its own. Switching the button off after the first click is good manners, not protection. A request can be repeated without any button.",
    ],
    vi: [
      "Bài viết về rạp phim có nhắc chống lặp (idempotency) trong phần bài học, còn mã của nó thì không có: ở đó mỗi lần bấm là một người mua. Tắt nút sau lần bấm đầu là phép lịch sự, không phải sự bảo vệ. Yêu cầu có thể được gửi lại mà chẳng cần nút nào.",
    ],
  },
  question: {
    ask: {
      en: "Two buyers, five clicks each, and the naive code. Can the same person own the seat several times?",
      vi: "Hai người mua, mỗi người bấm năm lần, và đoạn mã ngây thơ. Một người có thể sở hữu ghế nhiều lần không?",
    },
    choices: [
      right({ en: "Yes: up to ten sales to two people.", vi: "Có: tới mười lần bán cho hai người." }),
      wrong({ en: "No: at most one for each person.", vi: "Không: mỗi người nhiều nhất một lần." }),
    ],
    run: race(["naive", "spam-click"], null, { buyers: 2 }),
    answer: {
      en: [
        "Look at the owners: the same two names again and again, each time with a payment behind it. The race does not care whether the others in the gap are strangers or yourself.",
      ],
      vi: [
        "Hãy nhìn danh sách chủ: vẫn hai cái tên ấy lặp đi lặp lại, mỗi lần kèm một lần trả tiền. Cuộc đua chẳng quan tâm người trong kẽ hở là kẻ lạ hay chính bạn.",
      ],
    },
  },
};
