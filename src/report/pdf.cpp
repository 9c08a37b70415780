// SPDX-License-Identifier: MIT
#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/canvas.h"

namespace dhgak {
namespace {

// Of Helvetica, from blank to tilde, in thousandths of the letter size: what every reader of PDF
// has, so that the file needs no font.
constexpr std::array<std::uint16_t, 95> kWidths = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr double kWidthOfOthers = 600;

double width_of(std::string_view latin) {
    double width = 0;
    for (const char c : latin)
        width += c >= ' ' && c <= '~' ? kWidths[static_cast<std::size_t>(c - ' ')] : kWidthOfOthers;
    return width / 1000 * kLetterSize;
}

// UTF-8 as Latin-1, which is what the font has letters for; a question mark for all else.
std::string to_latin(std::string_view utf8) {
    std::string latin;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<unsigned char>(utf8[i]);
        const auto next = static_cast<unsigned char>(i + 1 < utf8.size() ? utf8[i + 1] : '\0');
        const bool is_pair = (byte == 0xC2 && next >= 0xA0 && next < 0xC0) ||
                             (byte == 0xC3 && next >= 0x80 && next < 0xC0);
        if (byte < 0x80) {
            latin += byte < ' ' || byte == 0x7F ? ' ' : utf8[i];
        } else if (is_pair) {
            latin += static_cast<char>(byte == 0xC2 ? next : next + 0x40);
            ++i;
        } else if (byte >= 0xC0) {
            latin += '?';
        }
    }
    return latin;
}

std::string pdf_string(std::string_view latin) {
    std::string text = "(";
    for (const char c : latin) {
        if (c == '(' || c == ')' || c == '\\') text += '\\';
        text += c;
    }
    return text + ")";
}

// `r g b`, from 0 to 1.
std::string parts_of(std::string_view color) {
    const std::size_t digits = color.size() == 4 ? 1 : 2;
    std::array<double, 3> parts{};
    for (std::size_t i = 0; i < 3; ++i) {
        int value = 0;
        const char* first = color.data() + 1 + i * digits;
        std::from_chars(first, first + digits, value, 16);
        parts[i] = value / (digits == 1 ? 15.0 : 255.0);
    }
    return fmt::format("{:.3g} {:.3g} {:.3g}", parts[0], parts[1], parts[2]);
}

std::string deflated(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string bytes(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                  reinterpret_cast<const Bytef*>(text.data()), text.size(), 9) != Z_OK)
        throw std::bad_alloc();
    bytes.resize(size);
    return bytes;
}

// PDF 1.4 with one page, which is as large as the figure. In PDF y grows upwards.
class Pdf : public Canvas {
public:
    Pdf(double width, double height, std::string_view title)
        : width_(width), height_(height), title_(title) {}

    void rect(double x, double y, double width, double height, std::string_view fill) override {
        page_ += fmt::format("{} rg {:.5g} {:.5g} {:.5g} {:.5g} re f\n", parts_of(fill), x,
                             height_ - y - height, width, height);
    }

    void line(double x1, double y1, double x2, double y2, std::string_view stroke, double width,
              std::string_view dashes) override {
        page_ += fmt::format("{} RG {:g} w [{}] 0 d {:.5g} {:.5g} m {:.5g} {:.5g} l S\n",
                             parts_of(stroke), width, dashes, x1, height_ - y1, x2, height_ - y2);
    }

    // Four arcs, each as the Bezier curve that comes nearest to it.
    void circle(double x, double y, double radius, std::string_view fill) override {
        constexpr double kHandle = 0.5523;
        page_ += fmt::format("{} rg {:.5g} {:.5g} m", parts_of(fill), x + radius, height_ - y);
        double dx = 1, dy = 0;
        for (int quarter = 0; quarter < 4; ++quarter) {
            const auto point = [&](double along, double ahead) {
                page_ += fmt::format(" {:.5g} {:.5g}", x + radius * (along * dx - ahead * dy),
                                     height_ - y + radius * (along * dy + ahead * dx));
            };
            point(1, kHandle);
            point(kHandle, 1);
            point(0, 1);
            page_ += " c";
            dx = std::exchange(dy, dx) * -1;
        }
        page_ += " f\n";
    }

    void text(double x, double y, std::string_view text, Anchor anchor,
              std::string_view fill) override {
        const std::string latin = to_latin(text);
        const double before = anchor == Anchor::start    ? 0
                              : anchor == Anchor::middle ? width_of(latin) / 2
                                                         : width_of(latin);
        page_ += fmt::format("BT {} rg /F {:g} Tf {:.5g} {:.5g} Td {} Tj ET\n", parts_of(fill),
                             kLetterSize, x - before, height_ - y, pdf_string(latin));
    }

    std::string finish() const override {
        const std::string page = deflated(page_);
        const std::vector<std::string> objects = {
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:g} {:g}] /Contents 4 0 R "
                        "/Resources << /Font << /F 5 0 R >> >> >>",
                        width_, height_),
            fmt::format("<< /Length {} /Filter /FlateDecode >>\nstream\n{}\nendstream", page.size(),
                        page),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            fmt::format("<< /Title {} /Producer (dhgak) >>", pdf_string(to_latin(title_)))};
        std::string file = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";  // bytes that say: not only text
        std::string table = fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects.size() + 1);
        for (std::size_t i = 0; i < objects.size(); ++i) {
            table += fmt::format("{:010} 00000 n \n", file.size());
            file += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
        }
        return fmt::format(
            "{}{}trailer\n<< /Size {} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{}\n%%EOF\n", file,
            table, objects.size() + 1, file.size());
    }

private:
    double width_, height_;
    std::string title_;
    std::string page_;
};

}  // namespace

std::unique_ptr<Canvas> make_pdf(double width, double height, std::string_view title) {
    return std::make_unique<Pdf>(width, height, title);
}

}  // namespace dhgak
