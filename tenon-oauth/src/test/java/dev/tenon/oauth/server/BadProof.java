package dev.tenon.oauth.server;

import java.util.List;

/**
 * Proofs that must not be accepted with the token that they come with.
 *
 * @param what is wrong
 * @param reason what the log says
 * @param error what the caller is told
 * @param scheme as what the token comes
 */
record BadProof(String what, String reason, String error, String scheme, String token, List<String> proofs) {
    @Override
    public String toString() {
        return what;
    }
}
