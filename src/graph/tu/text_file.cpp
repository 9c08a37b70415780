// SPDX-License-Identifier: MIT
#include "graph/tu/text_file.h"

#include <utility>

#include "io/read_text.h"

namespace dhgak {

TextFile::TextFile(const std::filesystem::path& path)
    : place_(path.string()), text_(read_plain_text(path)) {}

TextFile::TextFile(std::string place, std::string text)
    : place_(std::move(place)), text_(std::move(text)) {}

std::string_view TextFile::text() const {
    std::string_view text = text_;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace dhgak
