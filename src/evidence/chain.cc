// SPDX-License-Identifier: Apache-2.0
#include "evidence/chain.h"

#include "evidence/head.h"

namespace pilotage {

Result<Digest> ChainCheck::accept(const RecordView& record) {
  const std::string place = "record " + std::to_string(record.sequence);
  if (record.sequence != sequence_ + 1) {
    return damaged_error(place + " follows record " + std::to_string(sequence_) + ": records are missing or out of order");
  }
  TRY(structure_.accept(record).in(place));
  for (Inner& inner : inner_) TRY(accept_inner(inner, record).in(place));
  std::erase_if(inner_, [](const Inner& inner) { return inner.left == 0; });
  if (record.kind == RecordKind::kImported) TRY(begin_inner(record).in(place));
  digest_ = hash_.of(digest_, record);
  sequence_ = record.sequence;
  return digest_;
}

Status ChainCheck::accept_inner(Inner& inner, RecordView record) {
  record.sequence -= inner.offset;
  if (record.attempt != 0) record.attempt -= inner.offset;
  if (record.attempt < 0) return damaged_error("an imported record belongs to an attempt outside its own chain");
  inner.digest = hash_.of(inner.digest, record);
  if (--inner.left > 0 || inner.digest == inner.expected) return Done{};
  return damaged_error("the imported chain that ends here does not have the head under which it was imported");
}

Status ChainCheck::begin_inner(const RecordView& record) {
  const Json body = TRY(parse_json(record.body));
  const Json* member = body.find("head");
  const Head head = TRY(head_from_json(member != nullptr ? *member : Json()));
  ++imported_;
  if (head.sequence == 0) return Done{};
  inner_.push_back({.offset = record.sequence, .left = head.sequence, .digest = {}, .expected = TRY(digest_from_hex(head.hash))});
  return Done{};
}

Status ChainCheck::finish() const {
  if (inner_.empty()) return Done{};
  return damaged_error("the chain ends inside an imported one: " + std::to_string(inner_.back().left) + " records are missing");
}

}  // namespace pilotage
