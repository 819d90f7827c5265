import { defineMessages } from "./define-messages";

export const homeMessages = defineMessages(
  {
    title: "Now showing",
    nextShow: "Next on screen",
    pickSeats: "Pick your seats",
    days: "Days",
    today: "Today",
    tomorrow: "Tomorrow",
    moviesOn: (day: string) => `Films on ${day}`,
    seatsLeft: (count: number) => (count === 1 ? "1 seat left" : `${count} seats left`),
    lastSeats: (count: number) => (count === 1 ? "Last seat" : `Last ${count} seats`),
    soldOut: "Sold out",
    begun: "Has begun",
    from: (price: string) => `from ${price}`,
    showsOf: (movie: string) => `Screenings of ${movie}`,
    rated: (rating: string) => `Rated ${rating}`,
    ratings: {
      P: "All ages",
      K: "Under 13 with a parent",
      T13: "13 and over",
      T16: "16 and over",
      T18: "18 and over",
    },
    empty: {
      title: "The screen is dark",
      text: "No screening is on sale right now. Come back tomorrow: the programme is renewed every day.",
    },
  },
  {
    title: "Đang chiếu",
    nextShow: "Suất chiếu kế tiếp",
    pickSeats: "Chọn ghế",
    days: "Ngày chiếu",
    today: "Hôm nay",
    tomorrow: "Ngày mai",
    moviesOn: (day) => `Phim chiếu ${day}`,
    seatsLeft: (count) => `Còn ${count} ghế`,
    lastSeats: (count) => (count === 1 ? "Ghế cuối cùng" : `${count} ghế cuối`),
    soldOut: "Hết vé",
    begun: "Đã bắt đầu",
    from: (price) => `từ ${price}`,
    showsOf: (movie) => `Suất chiếu của ${movie}`,
    rated: (rating) => `Phân loại ${rating}`,
    ratings: {
      P: "Mọi lứa tuổi",
      K: "Dưới 13 tuổi xem cùng cha mẹ",
      T13: "Từ 13 tuổi",
      T16: "Từ 16 tuổi",
      T18: "Từ 18 tuổi",
    },
    empty: {
      title: "Màn ảnh đang tắt",
      text: "Hiện chưa có suất chiếu nào mở bán. Mai bạn ghé lại nhé: lịch chiếu được làm mới mỗi ngày.",
    },
  },
);

export type HomeText = (typeof homeMessages)["en"];
