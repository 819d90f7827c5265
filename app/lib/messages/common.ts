import { words } from "./words";

export const common = words(
  {
    siteName: "Last Seat",
    tagline: "A small cinema that never sells a seat twice.",
    skipToContent: "Skip to content",
    nav: { label: "Main", programme: "Programme", tickets: "My tickets", lab: "Lab" },
    language: { switchTo: "Đổi sang tiếng Việt" },
    theme: { toLight: "Light theme", toDark: "Dark theme" },
    footer: {
      about:
        "A reference application: real Postgres, real Redis, made-up films. No seat here is a real seat and no card is ever charged.",
      lab: "Watch the race in the lab",
      api: "API",
      status: "Health",
    },
    minutes: (count: number) => `${count} min`,
    total: "Total",
    close: "Close",
    retry: "Try again",
    backToProgramme: "Back to the programme",
    priceClass: {
      standard: "Standard",
      vip: "VIP",
      couple: "Couple seat",
      wheelchair: "Wheelchair space",
    },
    notFound: {
      kicker: "Row 4, seat 04",
      title: "Nobody sits here",
      text: "The page you are looking for was moved, cancelled or never sold.",
    },
    error: {
      kicker: "The film tore",
      title: "Something broke on our side",
      text: "Nothing was sold or charged by this. Try again; if it goes on, the projectionist has been told.",
      reference: (digest: string) => `Reference ${digest}`,
    },
  },
  {
    siteName: "Last Seat",
    tagline: "Rạp phim nhỏ không bao giờ bán một ghế hai lần.",
    skipToContent: "Đến nội dung chính",
    nav: { label: "Chính", programme: "Lịch chiếu", tickets: "Vé của tôi", lab: "Lab" },
    language: { switchTo: "Switch to English" },
    theme: { toLight: "Giao diện sáng", toDark: "Giao diện tối" },
    footer: {
      about:
        "Ứng dụng tham khảo: Postgres thật, Redis thật, phim thì bịa. Không ghế nào ở đây là ghế thật và không thẻ nào bị trừ tiền.",
      lab: "Xem cuộc đua trong Lab",
      api: "API",
      status: "Tình trạng",
    },
    minutes: (count) => `${count} phút`,
    total: "Tổng cộng",
    close: "Đóng",
    retry: "Thử lại",
    backToProgramme: "Về lịch chiếu",
    priceClass: {
      standard: "Ghế thường",
      vip: "Ghế VIP",
      couple: "Ghế đôi",
      wheelchair: "Chỗ xe lăn",
    },
    notFound: {
      kicker: "Hàng 4, ghế 04",
      title: "Chỗ này không có ai ngồi",
      text: "Trang bạn tìm đã được dời đi, bị huỷ, hoặc chưa từng mở bán.",
    },
    error: {
      kicker: "Phim bị đứt",
      title: "Có trục trặc phía chúng tôi",
      text: "Không có vé nào được bán hay khoản tiền nào bị trừ vì lỗi này. Hãy thử lại; nếu vẫn lỗi, phòng máy đã được báo.",
      reference: (digest) => `Mã tham chiếu ${digest}`,
    },
  },
);
