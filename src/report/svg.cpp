// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include "report/canvas.h"
#include "report/markup.h"

namespace dhgak {
namespace {

class Svg : public Canvas {
public:
    Svg(double width, double height, std::string_view title)
        : text_(fmt::format(
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}pt\" "
              "height=\"{1:g}pt\" viewBox=\"0 0 {0:g} {1:g}\" "
              "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{3:g}\">\n"
              "<style>rect {{ shape-rendering: crispEdges }}</style>\n"
              "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
              width, height, escape_markup(title), kLetterSize)) {}

    void rect(double x, double y, double width, double height, std::string_view fill) override {
        text_ += fmt::format(
            "<rect x=\"{:.5g}\" y=\"{:.5g}\" width=\"{:.5g}\" height=\"{:.5g}\" fill=\"{}\"/>\n", x,
            y, width, height, fill);
    }

    void line(double x1, double y1, double x2, double y2, std::string_view stroke, double width,
              std::string_view dashes) override {
        text_ += fmt::format(
            "<line x1=\"{:.5g}\" y1=\"{:.5g}\" x2=\"{:.5g}\" y2=\"{:.5g}\" stroke=\"{}\" "
            "stroke-width=\"{:g}\"{}/>\n",
            x1, y1, x2, y2, stroke, width,
            dashes.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", dashes));
    }

    void circle(double x, double y, double radius, std::string_view fill) override {
        text_ += fmt::format("<circle cx=\"{:.5g}\" cy=\"{:.5g}\" r=\"{:g}\" fill=\"{}\"/>\n", x, y,
                             radius, fill);
    }

    void text(double x, double y, std::string_view text, Anchor anchor,
              std::string_view fill) override {
        constexpr std::array kAnchors = {"start", "middle", "end"};
        text_ += fmt::format(
            "<text x=\"{:.5g}\" y=\"{:.5g}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y,
            kAnchors[static_cast<std::size_t>(anchor)], fill, escape_markup(text));
    }

    std::string finish() const override { return text_ + "</svg>\n"; }

private:
    std::string text_;
};

}  // namespace

std::unique_ptr<Canvas> make_svg(double width, double height, std::string_view title) {
    return std::make_unique<Svg>(width, height, title);
}

}  // namespace dhgak
