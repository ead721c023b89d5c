package dev.tenon.oauth.server;

import java.util.List;

/**
 * Proofs that must be rejected with their token.
 *
 * @param description what is wrong
 * @param reason the expected reason in the log
 * @param error the error code in the response
 * @param scheme the authentication scheme of the token
 */
record InvalidProof(String description, String reason, String error, String scheme, String token, List<String> proofs) {
    @Override
    public String toString() {
        return description;
    }
}
