// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/scratch_folder.h"

namespace dhgak {

// A command that writes, with FOLDER for where and MODEL for a model of the demo. Its time is long
// enough to be struck at any stage.
struct Writer {
    const char* name;
    const char* arguments;
    std::vector<std::string> files;  // and folders, that it leaves when all goes well
};

inline const Writer kWriters[] = {
    {"kernel",
     "kernel demo --H 3 --cluster-factor 2 -o FOLDER/K.npy --json FOLDER/run.json",
     {"K.npy", "run.json"}},
    {"features", "features demo --H 3 --cluster-factor 2 -o FOLDER/F.npz", {"F.npz"}},
    {"svmlight",
     "features demo --H 3 --cluster-factor 2 --format svmlight -o FOLDER/F.txt",
     {"F.txt"}},
    {"embed", "embed demo --H 3 -o FOLDER/E.npz", {"E.npz"}},
    {"cv", "cv demo --H 3 --cluster-factor 2 --json FOLDER/cv.json", {"cv.json"}},
    {"fit", "fit demo --H 3 --probability -o FOLDER/m.dhgak", {"m.dhgak"}},
    {"predict_csv", "predict MODEL demo --probability -o FOLDER/p.csv", {"p.csv"}},
    {"predict_jsonl", "predict MODEL demo --format jsonl -o FOLDER/p.jsonl", {"p.jsonl"}},
    {"transform", "transform MODEL demo -o FOLDER/T.npz", {"T.npz"}},
    {"transform_svmlight", "transform MODEL demo --format svmlight -o FOLDER/T.txt", {"T.txt"}},
    {"generate", "generate --graphs 3000 -o FOLDER/data", {"data"}},
    {"compare", "compare demo --kernels wl,sp,vertex-histogram --json FOLDER/c.json", {"c.json"}},
    {"explain", "explain MODEL demo -o FOLDER/e.json", {"e.json"}},
    {"report", "report --model MODEL --data demo -o FOLDER/page.html", {"page.html"}},
};

// How a whole file ends whose bytes differ from run to run, as times, memory and names of folders
// do; empty where all bytes are the same.
inline std::string ending_of(const std::string& file) {
    return file.ends_with(".json") ? "}\n" : file.ends_with(".html") ? "</html>\n" : "";
}

// Of a file, or of all files of a folder by their names.
inline std::map<std::string, std::string> contents_of(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    if (!fs::is_directory(path)) return {{"", read_file(path)}};
    std::map<std::string, std::string> contents;
    for (const auto& entry : fs::directory_iterator(path))
        contents[entry.path().filename().string()] = read_file(entry.path());
    return contents;
}

}  // namespace dhgak
