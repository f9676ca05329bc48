// SPDX-License-Identifier: Apache-2.0
// SSH signatures (the SSHSIG format of OpenSSH's PROTOCOL.sshsig), made and verified by the user's own `ssh-keygen`, so
// that keys, agents and hardware tokens work as they do elsewhere and no key is ever read here.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pilotage {

struct Signature {
  std::string armored;  // `-----BEGIN SSH SIGNATURE-----` …
  std::string signer;   // public key, `ssh-ed25519 AAAA…`
};

// `key`: a private key file, or a public one whose private half an agent holds.
Result<Signature> sign(std::string_view text, const std::filesystem::path& key);

// Done where one of the allowed signers (ssh-keygen(1), ALLOWED SIGNERS) named `identity` has signed this very text.
Status verify_signature(std::string_view text, std::string_view armored, const std::filesystem::path& allowed_signers,
                        const std::string& identity);

}  // namespace pilotage
