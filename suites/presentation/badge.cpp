#include "suites/presentation/badge.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "suites/report/certificate_check.h"
#include "suites/report/standing.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kLabel = "vconform";

struct Badge {
  std::string message;
  std::string_view color;
};

// "conforms, 94 of 94 rows"; the rows are said by the headline, which begins with the word that
// the verdict has.
Badge badge_of(const CertificateRecord& record) {
  return {fmt::format("{}, {} of {} rows", record.verdict, record.counts.rows_conforming,
                      record.counts.rows),
          standing_of(record).passes() ? "#116329" : "#b31d28"};
}

// Pixels that a text takes in the font of the badge, at most.
std::size_t width_of(std::string_view text) {
  constexpr std::size_t kCharacter = 7;
  constexpr std::size_t kMargins = 12;
  return kCharacter * text.size() + kMargins;
}

}  // namespace

json badge_json(const CertificateRecord& record) {
  const Badge badge = badge_of(record);
  return {
      {"schemaVersion", 1}, {"label", kLabel}, {"message", badge.message}, {"color", badge.color}};
}

std::string badge_svg(const CertificateRecord& record) {
  const Badge badge = badge_of(record);
  const std::size_t left = width_of(kLabel);
  const std::size_t right = width_of(badge.message);
  return fmt::format(
      R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="20" role="img" aria-label="{1}: {2}">
<title>{1}: {2}</title>
<clipPath id="round"><rect width="{0}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="{3}" height="20" fill="#40464d"/>
<rect x="{3}" width="{4}" height="20" fill="{5}"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{6}" y="14">{1}</text>
<text x="{7}" y="14">{2}</text>
</g>
</svg>
)svg",
      left + right, kLabel, badge.message, left, right, badge.color, left / 2, left + right / 2);
}

}  // namespace vconform::suites
