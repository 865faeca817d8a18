#include "adapters/mutants/mechanical/written.h"

#include <fmt/format.h>

namespace vconform::adapters::mechanical {

namespace {

class Writer {
 public:
  Writer(const std::string& text, const std::vector<Site>& sites, std::size_t first,
         std::size_t past)
      : text_(text), sites_(sites), next_(first), past_(past) {}

  WrittenFile all() {
    write(0, text_.size());
    return std::move(file_);
  }

 private:
  // Writes the bytes, and the sites among them.
  void write(std::size_t begin, std::size_t end) {
    while (next_ < past_ && sites_[next_].begin >= begin && sites_[next_].end <= end) {
      const std::size_t number = next_++;
      file_.text += text_.substr(begin, sites_[number].begin - begin);
      write_site(number);
      begin = sites_[number].end;
    }
    file_.text += text_.substr(begin, end - begin);
  }

  void write_site(std::size_t number) {
    const Site& site = sites_[number];
    const std::size_t place = file_.sites.size();
    file_.sites.push_back({number, file_.text.size(), 0});
    const std::string chosen = fmt::format("::vconform_mechanical::{}({})",
                                           site.is_in_constexpr ? "is_if_run" : "is", number + 1);
    if (site.kind == Kind::kStatement) {
      file_.text += "if (!" + chosen + ") ";
      write(site.begin, site.end);
    } else {
      file_.text += "(" + chosen + " ? (" + site.mutated + ") : (";
      write(site.begin, site.end);
      file_.text += "))";
    }
    file_.sites[place].end = file_.text.size();
  }

  const std::string& text_;
  const std::vector<Site>& sites_;
  std::size_t next_;
  std::size_t past_;
  WrittenFile file_;
};

}  // namespace

WrittenFile written(const std::string& file, const std::string& text,
                    const std::vector<Site>& sites) {
  std::size_t first = 0;
  while (first < sites.size() && sites[first].file != file) {
    ++first;
  }
  std::size_t past = first;
  while (past < sites.size() && sites[past].file == file) {
    ++past;
  }
  return Writer(text, sites, first, past).all();
}

}  // namespace vconform::adapters::mechanical
