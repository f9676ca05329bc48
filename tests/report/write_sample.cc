// SPDX-License-Identifier: Apache-2.0
// Writes the made-up pilots' reports, for the browser test: `write_sample FOLDER` makes NAME.html, NAME.json and
// NAME.xml.
#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/report_json.h"
#include "report/sample.h"

namespace {

using namespace pilotage;

Status write(const std::filesystem::path& folder, const std::string& name, const Sample& sample) {
  TRY(write_file(folder / (name + ".html"), html_page(sample.plan, sample.verdict, sample.facts)));
  TRY(write_file(folder / (name + ".json"), report_to_json(sample.plan, sample.verdict, sample.facts).pretty()));
  return write_file(folder / (name + ".xml"), junit_report(sample.verdict, sample.plan));
}

Status write_all(const std::filesystem::path& folder) {
  TRY(make_folder(folder));
  TRY(write(folder, "search", search_sample()));
  return write(folder, "hostile", hostile_sample());
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return std::fputs("usage: write_sample FOLDER\n", stderr), 2;
  const Status status = write_all(words[1]);
  if (!status.ok()) return std::fprintf(stderr, "%s\n", status.error().message().c_str()), 1;
  return 0;
}
